// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[8];

int main(void)
{
    unsigned number = __VERIFIER_nondet_uint();
    assert((uintptr_t)a != number);
    return 0;
}
