// safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[4];

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4) {
        int *p = a + i;
        assert(p - a < 4 && p < a + 4 && p != a + 4);
    }
    return 0;
}
