// verdict: sc safe, tso safe, pso safe
// The overflow builtins on 64 bits, and builtins that are functions of the library.
#include <assert.h>
#include <limits.h>
#include <stddef.h>

static long numbers[] = {0, 1, -1, 2, -2, 3037000499L, 3037000500L, LONG_MAX, LONG_MIN, LONG_MIN + 1, 1L << 32};

int main(void)
{
    volatile int count = sizeof numbers / sizeof *numbers;
    for (int i = 0; i < 11; i++)
        for (int j = 0; j < 11; j++) {
            long a = numbers[i], b = numbers[j], result = 0;
            unsigned long c = a, d = b, positive = 0;
            int overflows = __builtin_add_overflow(a, b, &result);
            assert(overflows == (a > 0 ? b > LONG_MAX - a : b < LONG_MIN - a));
            assert((unsigned long)result == c + d);
            overflows = __builtin_sub_overflow(a, b, &result);
            assert(overflows == (b > 0 ? a < LONG_MIN + b : a > LONG_MAX + b));
            assert((unsigned long)result == c - d);
            overflows = __builtin_uaddl_overflow(c, d, &positive);
            assert(overflows == (c > ULONG_MAX - d) && positive == c + d);
            overflows = __builtin_usubl_overflow(c, d, &positive);
            assert(overflows == (c < d) && positive == c - d);
        }
    long product;
    assert(!__builtin_mul_overflow(numbers[5], numbers[5], &product) && product == 9223372030926249001L);
    assert(__builtin_mul_overflow(numbers[6], numbers[6], &product));
    assert(__builtin_mul_overflow(numbers[8], numbers[2], &product) && product == LONG_MIN);
    assert(__builtin_mul_overflow(numbers[2], numbers[8], &product));
    assert(!__builtin_mul_overflow(numbers[8], numbers[0], &product) && product == 0);
    assert(!__builtin_mul_overflow(numbers[9], numbers[2], &product) && product == LONG_MAX);
    size_t size;
    assert(__builtin_mul_overflow((size_t)numbers[10], (size_t)numbers[10], &size));
    assert(!__builtin_mul_overflow((size_t)numbers[10], 5u, &size) && size == 5ul << 32);
    assert(__builtin_sub_overflow(3u, (size_t)4, &size));
    assert(__builtin_memcmp("abc", "abd", 2) == 0 && __builtin_strcmp("a", "b") < 0 && count == 11);
    assert(__builtin_strchr("abc", 'c')[0] == 'c');
    return 0;
}
