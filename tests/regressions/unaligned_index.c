// sc safe
// An access between the multiples of its size is inside its object.
#include <assert.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);
char bytes[1000];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 300) return 0;
    *(int *)(bytes + 3 * i + 1) = 7;
    assert(*(int *)(bytes + 3 * i + 1) == 7);
    return 0;
}
