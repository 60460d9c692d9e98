// sc violation
// What is assigned on one path only holds anything on the other.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int a;
    if (__VERIFIER_nondet_int()) a = 3;
    assert(a == 3);
    return 0;
}
