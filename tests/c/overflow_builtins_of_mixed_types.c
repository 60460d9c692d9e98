// verdict: sc safe
// Overflow builtins whose operands and result have different types, against 128 bits.
#include <assert.h>
#include <limits.h>

typedef __int128 wide;
typedef unsigned long ulong;

#define FITS(type, value) ((wide)(type)(value) == (value))

#define CHECK(op, sign, A, B, R, a, b) \
    do { \
        R result; \
        _Bool over = __builtin_##op##_overflow((A)(a), (B)(b), &result); \
        wide exact = (wide)(A)(a) sign (wide)(B)(b); \
        assert(result == (R)exact); \
        assert(over == !FITS(R, exact)); \
    } while (0)

#define PAIR(A, B, R, a, b) \
    do { \
        CHECK(add, +, A, B, R, a, b); \
        CHECK(sub, -, A, B, R, a, b); \
        CHECK(mul, *, A, B, R, a, b); \
    } while (0)

static const long longs[] = {0, 1, -1, 2, LONG_MAX, LONG_MIN, LONG_MIN + 1, 3037000500, -3037000500, 1l << 32, 1l << 62};
static const int ints[] = {0, 1, -1, 2, INT_MAX, INT_MIN};
#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

int main(void)
{
    for (int i = 0; i < COUNT(longs); i++)
        for (int k = 0; k < COUNT(ints); k++) {
            PAIR(ulong, int, ulong, longs[i], ints[k]);
            PAIR(long, int, int, longs[i], ints[k]);
            PAIR(int, ulong, long, ints[k], longs[i]);
            PAIR(long, unsigned, unsigned char, longs[i], ints[k]);
        }
    for (int i = 0; i < COUNT(longs); i++)
        for (int k = 0; k < COUNT(longs); k++) {
            PAIR(long, long, ulong, longs[i], longs[k]);
            PAIR(ulong, long, long, longs[i], longs[k]);
            /* The product of two of these may need all bits. */
            CHECK(add, +, ulong, ulong, long, longs[i], longs[k]);
            CHECK(sub, -, ulong, ulong, long, longs[i], longs[k]);
        }
    {
        long result;
        assert(__builtin_mul_overflow(ULONG_MAX, ULONG_MAX, &result) && result == 1);
        assert(__builtin_mul_overflow(ULONG_MAX, 1ul, &result) && result == -1);
        assert(!__builtin_mul_overflow(1ul << 31, 1ul << 31, &result) && result == 1l << 62);
    }
    return 0;
}
