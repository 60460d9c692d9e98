// verdict: sc safe, tso safe, pso safe
// gcc: no, threads wait for good
// Two threads wait where three must: nobody goes on.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;

static void *first(void *argument)
{
    pthread_barrier_wait(&meeting);
    assert(0);
    return argument;
}

static void *second(void *argument)
{
    pthread_barrier_wait(&meeting);
    assert(0);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&meeting, 0, 3);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
