// verdict: sc safe, tso safe, pso safe
// The operation is done in the common type and converted back; the left side is evaluated once.
#include <assert.h>

static int evaluated;
static int *at(int *p)
{
    evaluated++;
    return p;
}

int main(void)
{
    int x = 10;
    x += 5;
    x -= 3;
    x *= 4;
    x /= 5;
    assert(x == 9);
    x %= 5;
    x <<= 3;
    x >>= 1;
    assert(x == 16);
    x |= 5;
    x &= ~4;
    x ^= 0xff;
    assert(x == 0xee);
    *at(&x) += 2;
    assert(x == 240 && evaluated == 1);
    (*at(&x))++;
    assert(x == 241 && evaluated == 2);
    unsigned char c = 250;
    c += 10;
    assert(c == 4);
    c -= 5;
    assert(c == 255);
    signed char s = -100;
    s *= 2;
    assert(s == 56);
    s >>= 1;
    assert(s == 28);
    int i = -7;
    i /= 2u;
    assert(i == 2147483644);
    long l = 1;
    l <<= 40;
    assert(l == 1099511627776L);
    c = 200;
    c <<= 1;
    assert(c == 144);
    int a[3] = { 1, 2, 3 }, *p = a;
    p += 2;
    *p -= 1;
    p -= 1;
    assert(a[2] == 2 && *p == 2);
    assert((x += 1) == 242);
    _Bool b = 1;
    b += 5;
    assert(b == 1);
    b &= 2;
    assert(b == 0);
    return 0;
}
