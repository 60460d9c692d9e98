// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 5;
    free(p);
    int *q = malloc(sizeof *q);
    *q = 6;
    assert(*q == 6);
    int *r = calloc(1, sizeof *r);
    assert(*r == 0);
    free(q);
    r = calloc(1, sizeof *r);
    assert(*r == 0);
}
