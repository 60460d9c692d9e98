// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 5;
    free(p);
    int *q = malloc(sizeof *q);
    if (q == p) assert(*q == 5);
}
