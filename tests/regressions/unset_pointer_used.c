// sc violation
// A pointer that one path does not set must not be used there.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
int x;
int main(void)
{
    int *p;
    if (__VERIFIER_nondet_bool()) p = &x;
    *p = 3;
    assert(x == 3);
    return 0;
}
