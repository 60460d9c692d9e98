// verdict: sc violation, pso violation
// property: barrier misused
// A barrier of the usual kind is destroyed twice.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *wait(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, wait, 0);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, 0);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_destroy(&barrier);
    return 0;
}
