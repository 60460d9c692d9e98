// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(6);
    p[5] = 1;
    assert(p[5] == 1);
    int *q = (int *)(p + 4);
    *q = 1;
    free(p);
    return 0;
}
