// verdict: sc safe, tso safe, pso safe
// Division and remainder round towards zero; shifts of signed values keep the sign.
#include <assert.h>

int quotient(int a, int b) { return a / b; }
int remainder_of(int a, int b) { return a % b; }

int main(void)
{
    assert(quotient(7, 2) == 3 && remainder_of(7, 2) == 1);
    assert(quotient(-7, 2) == -3 && remainder_of(-7, 2) == -1);
    assert(quotient(7, -2) == -3 && remainder_of(7, -2) == 1);
    assert(quotient(-7, -2) == 3 && remainder_of(-7, -2) == -1);
    unsigned u = 4294967289u;
    assert(u / 2 == 2147483644u && u % 10 == 9);
    assert((-8 >> 1) == -4);
    assert((-1 >> 31) == -1);
    assert((0x80000000u >> 31) == 1);
    long l = -1000000000000L;
    assert(l / 1000000 == -1000000 && l % 7 == -(1000000000000L % 7));
    short s = -300;
    assert(s / 7 == -42 && s % 7 == -6);
    return 0;
}
