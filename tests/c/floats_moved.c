// verdict: sc safe, tso safe, pso safe
// Floats that are constants, copied or looked at as bytes; and those that nobody looks at.
#include <assert.h>
#include <stdio.h>

union both {
    float f;
    unsigned bits;
} global = {1.0f};

struct record {
    int count;
    double weight;
    float parts[2];
} g = {1, 2.5, {0.5f, -1}};

static double unused(double x)
{
    return x * 2.0 + 1;
}

int main(void)
{
    float i = 0x0102;
    unsigned char *p = (unsigned char *)&i;
    assert(p[0] == 0 && p[1] == 0 && p[2] == 0x81 && p[3] == 0x43);
    assert(global.bits == 0x3f800000u);
    global.f = -2;
    assert(global.bits == 0xc0000000u);
    union both local = {0.1f}, copy;
    copy = local;
    assert(copy.bits == 0x3dcccccdu);
    copy.f = global.f;
    assert(copy.bits == 0xc0000000u);
    double d = 1.5;
    unsigned long long *q = (unsigned long long *)&d;
    assert(*q == 0x3ff8000000000000ull);
    d = g.weight;
    assert(*q == 0x4004000000000000ull);
    struct record h = {.weight = 1e10, .parts[1] = 3}, k = h;
    assert(*(unsigned *)&k.parts[1] == 0x40400000u && *(unsigned *)&g.parts[1] == 0xbf800000u);
    assert((int)3.7 == 3 && 0.5 < 1.0 && !(1.0 == 2.0) && (2.5 ? 1 : 0) && sizeof(float) + sizeof(double) == 12);
    int x = 2.9, y = -0.9, z = 1e3;
    assert(x == 2 && y == 0 && z == 1000 && (unsigned char)255.9 == 255);
    double n = x * 0.5;
    n += 2;
    n = n * n;
    printf("%f %f %f\n", n, g.weight, 0.5 + x);
    return 0;
}
