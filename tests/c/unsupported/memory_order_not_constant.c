// error: 10:12 memory order
#include <assert.h>
#include <stdatomic.h>

atomic_int x;

static int get(memory_order order)
{
    // A compiler takes the strongest order here, which would hide what a weaker one allows.
    return atomic_load_explicit(&x, order);
}

int main(void)
{
    assert(get(memory_order_relaxed) == 0);
    return 0;
}
