// verdict: sc violation, tso violation, pso violation
// property: access after free
#include <stdlib.h>

int main(void)
{
    int *old = malloc(sizeof *old);
    *old = 1;
    int *moved = realloc(old, 2 * sizeof *old);
    *old = 2;
    return moved[0];
}
