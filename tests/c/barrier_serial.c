// verdict: sc safe, tso safe, pso safe
// Exactly one thread of a round is told apart, and it may be told by the result.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t meeting;
atomic_int chosen;

static void *run(void *argument)
{
    int result = pthread_barrier_wait(&meeting);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD)
        atomic_fetch_add(&chosen, 1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    assert(pthread_barrier_init(&meeting, 0, 2) == 0);
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(chosen == 1);
    return 0;
}
