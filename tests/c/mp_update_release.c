// verdict: sc safe, tso safe, pso safe
// A compare-and-exchange that releases stays behind what its thread wrote before, and orders what follows.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data, r0 = -1;
atomic_int ready;

static void *left(void *argument)
{
    data = 42;
    int expected = 0;
    atomic_compare_exchange_strong_explicit(&ready, &expected, 1, memory_order_release, memory_order_relaxed);
    return argument;
}

static void *right(void *argument)
{
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    r0 = data;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 == 42);
    return 0;
}
