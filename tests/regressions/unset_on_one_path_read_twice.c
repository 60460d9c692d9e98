// sc safe
// A variable that only one path has set has one value on the other, until it is set.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void)
{
    _Bool c = __VERIFIER_nondet_bool();
    for (int i = 0; i < 2; i++) {
        int a;
        if (c) a = 1;
        int b = a, d = a;
        assert(b == d && (!c || b == 1));
    }
    return 0;
}
