// sc violation
// Three pointers that nobody has set may all differ, from each other and from those that are set.
#include <assert.h>
#include <stdlib.h>
int x, y;
int main(void)
{
    int **p = malloc(3 * sizeof *p);
    assert(p[0] == p[1] || p[1] == p[2] || p[0] == p[2] || p[0] == &x || p[1] == &x || p[2] == &y || !p[0]);
    return 0;
}
