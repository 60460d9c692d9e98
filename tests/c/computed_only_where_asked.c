// verdict: sc safe, tso safe, pso safe
// A condition keeps what would go wrong from being computed.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[4];
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int bit = x < 31 ? 1 << x : 0;
    int part = x < 4 ? 8 / (int)(x + 1) : 1;
    int *place = x < 4 ? a + x : a;
    assert(bit >= 0 && part >= 1 && *place == 0);
    assert(x >= 31 || 1 << x);
    assert(!(x < 31 && 1 << x == 0));
    return 0;
}
