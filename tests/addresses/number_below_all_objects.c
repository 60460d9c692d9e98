// unknown
#include <assert.h>
long __VERIFIER_nondet_long(void);
int x;

int main(void)
{
    long number = __VERIFIER_nondet_long();
    if (number < 65536 || number > 100000000)
        return 0;
    assert(number != (long)&x);
    return 0;
}
