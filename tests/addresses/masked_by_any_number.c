// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int a[8];

int main(void)
{
    unsigned long number = __VERIFIER_nondet_ulong();
    assert(!(number & (uintptr_t)a & (1ul << 46)));
    return 0;
}
