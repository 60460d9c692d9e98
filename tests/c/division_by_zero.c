// verdict: sc violation, tso violation, pso violation
// property: division by zero
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int d = __VERIFIER_nondet_int();
    int q = 100 / (d & 7);
    assert(q <= 100);
    return q;
}
