// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <limits.h>
int main(void)
{
    signed char c = -128;
    int minus_one = -1, least = INT_MIN;
    unsigned n = 31;
    c /= minus_one;
    assert(c == -128 && least / 2 == -1073741824 && least % 3 == -2);
    assert((unsigned)least / minus_one == 0);
    assert(1u << n == 0x80000000u && 1ull << (n + 32) == 0x8000000000000000ull && (1 << (n & 7)) == 128);
    assert((long)least / minus_one == 2147483648L);
    return 0;
}
