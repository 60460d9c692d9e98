// verdict: sc safe, tso safe, pso safe
// The __atomic_* family, one thread.
#include <assert.h>

int x = 1;
long l;
unsigned char c;
_Bool flag;
char *p;

int main(void)
{
    int v = 0, w = 5;
    assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 1);
    __atomic_load(&x, &v, __ATOMIC_SEQ_CST);
    assert(v == 1);
    __atomic_store_n(&x, 2, __ATOMIC_RELEASE);
    __atomic_store(&x, &w, __ATOMIC_RELAXED);
    assert(x == 5);
    assert(__atomic_exchange_n(&x, 6, __ATOMIC_ACQ_REL) == 5);
    w = 7;
    __atomic_exchange(&x, &w, &v, __ATOMIC_SEQ_CST);
    assert(x == 7 && v == 6 && w == 7);
    assert(__atomic_compare_exchange_n(&x, &w, 8, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && x == 8);
    assert(!__atomic_compare_exchange_n(&x, &w, 9, 1, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE) && w == 8);
    v = 10;
    assert(__atomic_compare_exchange(&x, &w, &v, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED) && x == 10);
    assert(__atomic_fetch_add(&x, 1, 0) == 10 && __atomic_add_fetch(&x, 1, 0) == 12);
    assert(__atomic_fetch_sub(&x, 1, 0) == 12 && __atomic_sub_fetch(&x, 1, 0) == 10);
    assert(__atomic_fetch_and(&x, 6, 0) == 10 && __atomic_and_fetch(&x, 3, 0) == 2);
    assert(__atomic_fetch_or(&x, 5, 0) == 2 && __atomic_or_fetch(&x, 8, 0) == 15);
    assert(__atomic_fetch_xor(&x, 1, 0) == 15 && __atomic_xor_fetch(&x, 2, 0) == 12);
    assert(__atomic_fetch_nand(&x, 4, 0) == 12 && __atomic_nand_fetch(&x, 3, 0) == ~(-5 & 3));
    assert(__atomic_sub_fetch(&l, 1, __ATOMIC_SEQ_CST) == -1);
    assert(__atomic_add_fetch(&c, 257, __ATOMIC_SEQ_CST) == 1);
    assert(!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE) && __atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
    __atomic_clear(&flag, __ATOMIC_RELEASE);
    assert(!flag);
    char *expected = 0;
    assert(__atomic_compare_exchange_n(&p, &expected, "a", 0, 5, 5) && *p == 'a');
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    assert(__atomic_always_lock_free(4, 0) && __atomic_is_lock_free(8, &l));
    return 0;
}
