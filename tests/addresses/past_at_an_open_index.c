// unknown
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[4], b[4];

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i <= 4)
        assert((void *)(a + i) != (void *)b);
    return 0;
}
