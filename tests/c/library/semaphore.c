// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static int data;

static void *producer(void *unused)
{
    data = 42;
    sem_post(&items);
    return unused;
}
int main(void)
{
    pthread_t thread;
    int value;
    sem_init(&items, 0, 0);
    assert(sem_trywait(&items) == -1);
    pthread_create(&thread, 0, producer, 0);
    sem_wait(&items);
    assert(data == 42);
    pthread_join(thread, 0);
    sem_getvalue(&items, &value);
    assert(value == 0);
    sem_destroy(&items);
    return 0;
}
