// verdict: sc safe, tso safe, pso safe
// The integer types: widths, signedness, conversions on assignment.
#include <assert.h>
#include <limits.h>
#include <stdint.h>

int main(void)
{
    signed char sc = 127;
    unsigned char uc = 255;
    short s = 32767;
    unsigned short us = 65535;
    int i = INT_MAX;
    unsigned int u = UINT_MAX;
    long l = LONG_MAX;
    unsigned long ul = ULONG_MAX;
    long long ll = LLONG_MIN;
    unsigned long long ull = 0;
    _Bool b = 2;

    sc++;
    uc++;
    s++;
    us++;
    i++;
    u++;
    l++;
    ul++;
    ll--;
    ull--;
    assert(sc == -128 && uc == 0);
    assert(s == -32768 && us == 0);
    assert(i == INT_MIN && u == 0);
    assert(l == LONG_MIN && ul == 0);
    assert(ll == LLONG_MAX && ull == ULLONG_MAX);
    assert(b == 1);
    b--;
    assert(b == 0);
    b--;
    assert(b == 1);

    sc = 200;
    assert(sc == -56);
    us = -1;
    assert(us == 65535);
    s = (short)0x12345678;
    assert(s == 0x5678);
    i = (int)0x1ffffffffL;
    assert(i == -1);
    l = i;
    assert(l == -1);
    l = (unsigned)i;
    assert(l == 0xffffffffL);
    ul = i;
    assert(ul == ULONG_MAX);
    int8_t i8 = INT8_MIN;
    uint16_t u16 = UINT16_MAX;
    uint32_t u32 = UINT32_MAX;
    int64_t i64 = INT64_MIN;
    uintptr_t up = UINTPTR_MAX;
    assert(-i8 == 128 && (int8_t)-i8 == -128);
    assert(u16 + 1 == 65536 && (uint16_t)(u16 + 1) == 0);
    assert(u32 + 1 == 0);
    assert(i64 - 1 == INT64_MAX);
    assert(up + 1 == 0);
    char c = (char)0x80;
    assert(c < 0);
    return 0;
}
