// verdict: sc violation, tso violation, pso violation
// property: invalid free
// A pointer into the middle of an object.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    assert(p != p + 1);
    free(p + 1);
    return 0;
}
