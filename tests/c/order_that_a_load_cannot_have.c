// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// gcc: no, it takes the strongest order
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

static int get(memory_order order)
{
    return atomic_load_explicit(&x, order);
}
int main(void)
{
    assert(get(memory_order_acquire) == 0);
    return get(memory_order_release);
}
