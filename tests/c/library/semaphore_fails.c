// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Whether the other thread was there is not known.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;

static void *producer(void *unused)
{
    sem_post(&items);
    return unused;
}
int main(void)
{
    pthread_t thread;
    sem_init(&items, 0, 0);
    pthread_create(&thread, 0, producer, 0);
    if (sem_trywait(&items) != 0)
        assert(errno == EAGAIN);
    else
        assert(0);
    return 0;
}
