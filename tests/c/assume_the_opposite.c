// verdict: sc safe, tso safe, pso safe
// The condition is the body's, whatever the name.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int condition)
{
    if (condition)
        abort();
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x == 8);
    assert(x != 8);
    return 0;
}
