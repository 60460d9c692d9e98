// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// A semaphore of two is no mutex.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t mutex;
static int counter;

static void *worker(void *unused)
{
    sem_wait(&mutex);
    counter++;
    sem_post(&mutex);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    sem_init(&mutex, 0, 2);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 3);
    return 0;
}
