// verdict: sc safe, tso safe, pso violation
// An update that does not release overtakes what its thread wrote before, where each location has a buffer of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data, r0 = -1;
atomic_int ready;

static void *left(void *argument)
{
    data = 42;
    atomic_fetch_add_explicit(&ready, 1, memory_order_relaxed);
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
