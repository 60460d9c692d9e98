// verdict: sc safe, tso safe, pso safe
// Functions of the compiler that `_Generic` chooses.
#include <assert.h>
#include <stdint.h>

#define EXCHANGE(p, e, n) \
    _Generic((p), uint32_t *: __atomic_compare_exchange_n, uint64_t *: __atomic_compare_exchange_n)(p, e, n, 0, 5, 5)
#define COUNT(x) _Generic((x), unsigned int: __builtin_popcount, unsigned long: __builtin_popcountl)(x)
#define LATEST(p) _Generic(*(p), int: __atomic_load_n, default: __atomic_load_n)(p, __ATOMIC_SEQ_CST)

#define EITHER(p, e, n) _Generic((p), __int128 *: by_hand, uint32_t *: __atomic_compare_exchange_n)(p, e, n, 0, 5, 5)

static int by_hand(__int128 *p, __int128 *e, __int128 n, int weak, int order, int failure)
{
    int same = *p == *e;
    *(same ? p : e) = same ? n : *p;
    return same + (weak + order + failure) * 0;
}

static __int128 large;
static uint32_t narrow;
static uint64_t wide;

int main(void)
{
    uint32_t expected = 0;
    uint64_t other = 1;
    int two = 2;
    assert(EXCHANGE(&narrow, &expected, 1) && narrow == 1);
    assert(!EXCHANGE(&wide, &other, 7) && other == 0 && wide == 0);
    assert(EXCHANGE(&wide, &other, LATEST(&two)) && wide == 2);
    __int128 most = 0;
    expected = 1;
    assert(EITHER(&narrow, &expected, 5) && narrow == 5);
    assert(EITHER(&large, &most, 6) && large == 6);
    assert(COUNT(~0u) == 32 && COUNT(~0ul) == 64);
    assert(__builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30);
    assert(__builtin_clrsbl(-256) == 55);
    return 0;
}
