// verdict: sc safe, tso safe, pso safe
// Promotions and the usual arithmetic conversions.
#include <assert.h>

int main(void)
{
    unsigned char a = 200, b = 100;
    assert(a + b == 300);
    assert((unsigned char)(a + b) == 44);
    assert(~a == -201);
    assert(-a == -200);
    assert((a << 8) == 51200);
    unsigned short us = 65535;
    assert((unsigned)us * us == 4294836225u);
    int minus = -1;
    unsigned one = 1;
    assert(minus > one);
    assert((long)minus < one);
    long big = 1;
    assert(minus < big);
    assert((minus + one) == 0);
    unsigned long wide = minus;
    assert(wide == 0xffffffffffffffffUL);
    assert(minus / 2 == 0 && minus / 2u == 2147483647u);
    signed char neg = -1;
    assert((unsigned)neg == 4294967295u);
    assert((unsigned char)neg == 255);
    assert((neg == 255) == 0);
    assert(sizeof(a + b) == sizeof(int));
    assert(sizeof(one + 1L) == sizeof(long));
    assert('a' + 1 == 'b');
    assert((0 ? 1u : -1) > 0);
    assert(1 - 2u > 0);
    return 0;
}
