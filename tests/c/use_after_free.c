// verdict: sc violation, tso violation, pso violation
// property: access after free
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    int *q = p;
    *p = 1;
    assert(*q == 1);
    free(p);
    return *q;
}
