// safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = __VERIFIER_nondet_int() > 0 ? malloc(8) : 0;
    if (p) {
        p[1] = 1;
        assert(&p[1] - p == 1);
    }
    free(p);
    return 0;
}
