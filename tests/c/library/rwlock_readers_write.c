// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Two readers are inside together.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int counter;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    counter++;
    pthread_rwlock_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, reader, 0);
    reader(0);
    pthread_join(one, 0);
    assert(counter == 2);
    return 0;
}
