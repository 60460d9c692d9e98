// verdict: sc safe, tso safe, pso safe
// gcc: no, threads wait for good
// Two threads take two barriers in different orders: both wait for good.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t one, other;

static void *first(void *argument)
{
    pthread_barrier_wait(&one);
    pthread_barrier_wait(&other);
    assert(0);
    return argument;
}

static void *second(void *argument)
{
    pthread_barrier_wait(&other);
    pthread_barrier_wait(&one);
    assert(0);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&one, 0, 2);
    pthread_barrier_init(&other, 0, 2);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
