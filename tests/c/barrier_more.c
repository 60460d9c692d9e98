// verdict: sc safe, tso safe, pso safe
// gcc: no, threads wait for good
// Three threads wait where two meet: one of them waits for good.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t meeting;
atomic_int passed;

static void *run(void *argument)
{
    pthread_barrier_wait(&meeting);
    assert(atomic_fetch_add(&passed, 1) < 2);
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_create(&c, 0, run, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(0);
    return 0;
}
