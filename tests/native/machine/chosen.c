// sc violation, tso violation, pso violation
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void)
{
    int a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
    assert(!(a == 1 && b == 0));
    return 0;
}
