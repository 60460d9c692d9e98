// verdict: sc violation, tso violation, pso violation
// property: barrier misused
// A barrier is initialised again while a thread may wait at it.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;

static void *run(void *argument)
{
    pthread_barrier_wait(&meeting);
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&a, 0, run, 0);
    pthread_barrier_init(&meeting, 0, 2);
    assert(1);
    return 0;
}
