// verdict: rc11 safe, arm8 safe, power safe, riscv safe
// What a writer and the readers did before they gave the lock, the next writer sees, of each reader.
#include <assert.h>
#include <pthread.h>

static int data, seen[2];
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *argument)
{
    int *mine = argument;
    pthread_rwlock_rdlock(&lock);
    *mine = data + 1;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, reader, &seen[0]);
    pthread_create(&threads[1], NULL, reader, &seen[1]);
    pthread_rwlock_wrlock(&lock);
    data = seen[0] + seen[1];
    assert(data <= 2);
    pthread_rwlock_unlock(&lock);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(seen[0] >= 1 && seen[1] >= 1);
    return 0;
}
