// verdict: sc violation, tso violation, pso violation
// property: assertion
// A number that is not equal to itself is one of those that may come.
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double d = __VERIFIER_nondet_double();
    assert(d <= 1 || d > 1);
    return 0;
}
