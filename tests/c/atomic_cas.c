// verdict: sc safe, tso safe, pso safe
// Compare and exchange: success, failure with the expected value written back, pointers.
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x = 1;
_Atomic(int *) p;
atomic_bool b;
atomic_long l = -1;

int main(void)
{
    int expected = 1;
    assert(atomic_compare_exchange_strong(&x, &expected, 2) && expected == 1 && x == 2);
    assert(!atomic_compare_exchange_strong(&x, &expected, 3) && expected == 2 && x == 2);
    while (!atomic_compare_exchange_weak(&x, &expected, expected + 5))
        ;
    assert(x == 7);
    expected = 0;
    assert(!atomic_compare_exchange_weak_explicit(&x, &expected, 9, memory_order_acq_rel, memory_order_relaxed));
    assert(expected == 7);
    assert(atomic_compare_exchange_strong_explicit(&x, &expected, 9, memory_order_release, memory_order_relaxed));
    assert(x == 9);
    int target = 0, *none = NULL;
    assert(atomic_compare_exchange_strong(&p, &none, &target) && p == &target);
    assert(!atomic_compare_exchange_strong(&p, &none, NULL) && none == &target);
    _Bool no = 0;
    assert(atomic_compare_exchange_strong(&b, &no, 1) && b);
    long minus = -1;
    assert(atomic_compare_exchange_strong(&l, &minus, 1L << 40) && l == 1L << 40);
    return 0;
}
