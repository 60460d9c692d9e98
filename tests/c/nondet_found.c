// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// One input in 2^32 breaks it.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x * 3 != 123456789);
    return 0;
}
