// verdict: sc safe, tso safe, pso safe
// A pointer behind the last element may be made and compared, and never points to the next object.
#include <assert.h>
#include <stdlib.h>

int a[2], b[2];

int main(void)
{
    int *end = a + 2;
    assert(end != a && end - a == 2 && end > a + 1);
    int *p = malloc(2 * sizeof *p);
    int n = 0;
    for (int *q = p; q < p + 2; q++)
        *q = n++;
    assert(p[1] == 1 && end[-1] == 0);
    free(p);
    return 0;
}
