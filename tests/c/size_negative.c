// verdict: sc violation, tso violation, pso violation
// property: null pointer dereferenced
#include <assert.h>
#include <stdlib.h>

volatile int n = -1;

int main(void)
{
    assert(1);
    char *p = malloc(n);
    p[0] = 1;
    return 0;
}
