// verdict: sc violation, tso violation, pso violation
// A function of the name that checks nothing assumes nothing.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int asked;

void __VERIFIER_assume(int condition)
{
    asked = condition;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == 8);
    assert(x == 8);
    return 0;
}
