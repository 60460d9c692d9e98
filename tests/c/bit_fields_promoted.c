// verdict: sc safe, tso safe, pso safe
// A bit-field is promoted by its width, in operators, compound assignments and beside another operand; one that is wider
// than an int computes in exactly its width.
#include <assert.h>

enum colour { RED, GREEN, BLUE };

struct {
    enum colour colour : 3;
    unsigned long long u : 40;
    long long s : 40;
    unsigned long long w : 33;
    _Bool b : 1;
    unsigned char c : 5;
    unsigned e : 11;
    int i : 4;
    unsigned full : 32;
} s;

int main(void)
{
    s.e = 10;
    s.e /= -5;
    assert(s.e == 2046);
    s.e = 7;
    s.e -= 8;
    assert(s.e == 2047);
    int x = -7;
    x /= s.e;
    assert(x == 0);
    s.e = 2;
    x = -7;
    x /= s.e;
    assert(x == -3);
    x = -7;
    x %= s.e;
    assert(x == -1);
    assert(s.e - 3 < 0 && -s.e < 0 && ~s.e < 0 && s.e > -1);
    s.full = 2;
    x = -7;
    x /= s.full;
    assert(x == 2147483644);
    assert(s.full - 3 > 0);
    s.u = 5;
    s.u /= -5;
    assert(s.u == 0);
    s.u = -1;
    assert(s.u == 1099511627775 && s.u + 1 == 0 && s.u << 1 == 1099511627774);
    s.w = -1;
    unsigned y = 3;
    y -= s.w;
    assert(y == 4);
    long l = -7;
    l /= s.w;
    assert(l == 0);
    s.s = 1LL << 39;
    assert(s.s == -549755813888LL && s.s >> 39 == -1);
    s.colour = BLUE;
    x = -7;
    x /= s.colour;
    assert(x == -3 && s.colour == BLUE && s.colour + 1 == 3 && s.colour > RED);
    s.colour /= -1;
    assert(s.colour == 6);
    s.b = 1;
    s.b += -1;
    assert(s.b == 0);
    s.b--;
    assert(s.b == 1);
    s.b = 0;
    s.b |= 6;
    assert(s.b == 1);
    assert((s.c = -1) == 31 && s.c++ == 31 && s.c == 0 && ++s.c == 1 && (s.i = 9) == -7 && s.i-- == -7);
    s.i = 7;
    s.i += 1;
    assert(s.i == -8);
    s.i <<= 1;
    assert(s.i == 0);
    s.c = 30;
    s.c >>= 1;
    s.c *= s.c;
    assert(s.c == 1);
    return 0;
}
