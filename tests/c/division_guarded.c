// verdict: sc safe, tso safe, pso safe
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int d = __VERIFIER_nondet_int();
    int q = d ? 100 / d : 0;
    if (d != 0 && 100 % d == 0)
        assert(q * d == 100);
    return 0;
}
