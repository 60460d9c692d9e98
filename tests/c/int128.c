// verdict: sc safe
// Numbers of 128 bits are two words: what carries from one into the other.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

static wide far = ((wide)1 << 100) | 7, large = (wide)-1;
static const signed_wide below = -3;

static void arithmetic(void)
{
    wide a = 0xffffffffffffffffu, b = a * a;
    assert((uint64_t)(b >> 64) == 0xfffffffffffffffeu && (uint64_t)b == 1);
    assert(a + 1 == (wide)1 << 64 && (wide)0 - 1 == large);
    assert(far - 8 == ((wide)0xfffffffff << 64) + 0xffffffffffffffffu);
    assert(-far + far == 0 && ~far == large - far);
    assert((far & 5) == 5 && (far | 8) == far + 8 && (far ^ far) == 0);
    assert((signed_wide)3 * below == -9 && below * below == 9);
    assert(far % 4 == 3 && far / ((wide)1 << 98) == 4);
}

static void shifts(void)
{
    signed_wide n = (signed_wide)-5 << 70;
    for (int count = 0; count < 128; count += 32)
        assert((((wide)1 << 127) >> count) == (wide)1 << (127 - count));
    assert(n >> 70 == -5 && n >> 127 == -1 && n >> 64 == -320);
    assert((n >> 64) << 64 == n && (wide)n >> 120 == 0xff);
    assert(1u << (wide)3 == 8);
}

static void comparisons(void)
{
    assert(below < 0 && below > -4 && below <= -3 && below >= -3 && below != 3);
    assert((wide)below > far && large > far && !(far > large));
    assert(((wide)1 << 64) > 0xffffffffffffffffu);
    assert(far && !(far - far) && (bool)((wide)1 << 64) && (far ? 1 : 0));
}

static void conversions(void)
{
    assert((int)far == 7 && (int64_t)below == -3 && (uint8_t)below == 0xfd);
    assert((signed_wide)(int8_t)-1 == -1 && (wide)(uint32_t)-1 == 0xffffffff);
    int narrow = 5;
    narrow += (wide)1 << 64;
    narrow -= below;
    assert(narrow == 8);
    assert((wide)2.0 == 2);
}

int main(void)
{
    arithmetic();
    shifts();
    comparisons();
    conversions();
    return 0;
}
