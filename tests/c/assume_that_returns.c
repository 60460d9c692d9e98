// verdict: sc safe, tso safe, pso safe
// An assumption that the program defines does what its body says, and its `abort` ends the path.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int seen;

int assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
    return 42;
}

void __VERIFIER_assume(int condition)
{
    seen = seen + 1;
    if (condition == 0)
        for (;;)
            ;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = assume_abort_if_not(x == 8);
    assert(x == 8 && y == 42);
    __VERIFIER_assume(x);
    assert(seen == 1);
    return 0;
}
