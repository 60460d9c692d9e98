// verdict: sc violation, tso violation, pso violation
// property: barrier misused
// A thread may come before the barrier is set up.
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
    pthread_create(&a, 0, run, 0);
    pthread_barrier_init(&meeting, 0, 2);
    pthread_barrier_wait(&meeting);
    assert(1);
    return 0;
}
