// verdict: sc safe, tso safe, pso safe
// The bytes of one member read through another: little-endian.
#include <assert.h>
#include <stdint.h>

union word {
    uint32_t whole;
    uint16_t half[2];
    uint8_t byte[4];
};

int main(void)
{
    union word w;
    w.whole = 0x11223344;
    assert(w.byte[0] == 0x44 && w.byte[3] == 0x11);
    assert(w.half[0] == 0x3344 && w.half[1] == 0x1122);
    w.byte[1] = 0xff;
    assert(w.whole == 0x1122ff44);
    w.half[1] = 0;
    assert(w.whole == 0x0000ff44);
    return 0;
}
