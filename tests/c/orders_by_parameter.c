// verdict: sc safe, tso violation, pso violation
// Wrappers around the builtins get their orders as parameters, which are constant at each call: here one store too weak.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x, seen_y;

static void put(atomic_int *cell, int value, memory_order order)
{
    atomic_store_explicit(cell, value, order);
}
static int get(atomic_int *cell, memory_order order)
{
    return atomic_load_explicit(cell, order);
}
static int swap_if(atomic_int *cell, int old, int value, memory_order success, memory_order failure)
{
    return atomic_compare_exchange_strong_explicit(cell, &old, value, success, failure);
}
static void fence(int order)
{
    __atomic_thread_fence(order);
}
static void *other(void *unused)
{
    put(&y, 1, memory_order_seq_cst);
    seen_x = get(&x, memory_order_seq_cst);
    return unused;
}
int main(void)
{
    pthread_t thread;
    atomic_int own = 1;
    assert(swap_if(&own, 1, 2, memory_order_acq_rel, memory_order_relaxed));
    assert(!swap_if(&own, 1, 3, memory_order_seq_cst, memory_order_acquire));
    assert(atomic_load(&own) == 2);
    pthread_create(&thread, 0, other, 0);
    put(&x, 1, memory_order_relaxed);
    fence(memory_order_acquire);
    seen_y = get(&y, memory_order_acquire);
    pthread_join(thread, 0);
    assert(seen_x || seen_y);
    return 0;
}
