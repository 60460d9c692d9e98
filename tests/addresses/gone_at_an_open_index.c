// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

static uintptr_t first(unsigned i)
{
    int local[4];
    return (uintptr_t)&local[i];
}

static uintptr_t second(unsigned i)
{
    int local[4];
    return (uintptr_t)&local[i];
}

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i < 4 && j < 4)
        assert(first(i) != second(j));
    return 0;
}
