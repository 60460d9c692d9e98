// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[4];

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i <= 4)
        assert((uintptr_t)(a + i) != 0x555555558010);
    return 0;
}
