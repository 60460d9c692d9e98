// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdint.h>

static int population(uint32_t x)
{
    int n = 0;
    while (x) {
        x &= x - 1;
        n++;
    }
    return n;
}

static uint32_t reverse(uint32_t x)
{
    x = (x >> 16) | (x << 16);
    x = ((x & 0xff00ff00u) >> 8) | ((x & 0x00ff00ffu) << 8);
    x = ((x & 0xf0f0f0f0u) >> 4) | ((x & 0x0f0f0f0fu) << 4);
    x = ((x & 0xccccccccu) >> 2) | ((x & 0x33333333u) << 2);
    return ((x & 0xaaaaaaaau) >> 1) | ((x & 0x55555555u) << 1);
}

int main(void)
{
    uint32_t x = 0xf0f0;
    assert((x & 0xff) == 0xf0);
    assert((x | 0x0f) == 0xf0ff);
    assert((x ^ x) == 0);
    assert(~x == 0xffff0f0fu);
    assert((x & -x) == 0x10);
    assert(population(0x8001) == 2);
    assert(reverse(1) == 0x80000000u && reverse(0x12345678) == 0x1e6a2c48);
    uint64_t y = 1;
    assert((y << 63) == 0x8000000000000000u && (y << 63 >> 63) == 1);
    uint8_t flags = 0;
    flags |= 1 << 3;
    flags ^= 0xff;
    flags &= ~1;
    assert(flags == 0xf6);
    assert(!!x == 1 && !x == 0);
    return 0;
}
