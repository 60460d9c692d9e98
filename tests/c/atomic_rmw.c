// verdict: sc safe, tso safe, pso safe
// Every C11 read-modify-write, one thread.
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int x = 5;
_Atomic unsigned char c = 250;
atomic_ulong u;

int main(void)
{
    assert(atomic_exchange(&x, 9) == 5 && x == 9);
    assert(atomic_exchange_explicit(&x, 10, memory_order_acq_rel) == 9);
    assert(atomic_fetch_add(&x, 3) == 10 && x == 13);
    assert(atomic_fetch_add_explicit(&x, -3, memory_order_relaxed) == 13 && x == 10);
    assert(atomic_fetch_sub(&x, 4) == 10 && x == 6);
    assert(atomic_fetch_sub_explicit(&x, -4, memory_order_release) == 6 && x == 10);
    assert(atomic_fetch_or(&x, 5) == 10 && x == 15);
    assert(atomic_fetch_and_explicit(&x, ~6, memory_order_seq_cst) == 15 && x == 9);
    assert(atomic_fetch_xor(&x, 0xf) == 9 && x == 6);
    assert(atomic_fetch_or_explicit(&x, 1, memory_order_acquire) == 6 && atomic_fetch_and(&x, 3) == 7 && x == 3);
    assert(atomic_fetch_xor_explicit(&x, 3, memory_order_relaxed) == 3 && x == 0);
    assert(atomic_fetch_add(&c, 10) == 250 && c == 4);
    assert(atomic_fetch_sub(&c, 5) == 4 && c == 255);
    assert(atomic_fetch_sub(&u, 1) == 0 && u == UINT64_MAX);
    return 0;
}
