// verdict: sc violation, tso violation, pso violation
// gcc: no, the outcome hangs on what lay on the stack
// What nobody has set is handed on three times before it decides: one value of the sixteen is wrong.
#include <assert.h>

static unsigned char kept(unsigned char value)
{
    return value & 0x3c;
}

int main(void)
{
    unsigned char bytes[2];
    unsigned char copy = kept(bytes[1]) | 0x81;
    unsigned shifted = (unsigned)copy << 2;
    assert(shifted != 0x254);
    return 0;
}
