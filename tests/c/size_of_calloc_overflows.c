// verdict: sc violation, tso violation, pso violation
// property: null pointer dereferenced
// The product does not fit: calloc answers null, and no object of the 8 bytes that are left of it.
#include <assert.h>
#include <stdlib.h>

volatile size_t count = 0x4000000000000001;

int main(void)
{
    assert(1);
    int *p = calloc(count, 8);
    p[0] = 1;
    return 0;
}
