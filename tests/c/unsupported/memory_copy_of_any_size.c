// error: 9:5 size without a small bound
#include <assert.h>
#include <string.h>
unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    int a[4] = { 1 }, b[4];
    memcpy(b, a, __VERIFIER_nondet_ulong());
    assert(b[0] == 1);
    return 0;
}
