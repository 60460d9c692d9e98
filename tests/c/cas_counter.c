// verdict: sc safe, tso safe, pso safe
// Two threads that add with a compare-and-exchange loop lose nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *run(void *argument)
{
    int seen = atomic_load_explicit(&counter, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&counter, &seen, seen + 1, memory_order_relaxed, memory_order_relaxed))
        ;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(counter == 2);
    return 0;
}
