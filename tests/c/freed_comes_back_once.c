// verdict: sc safe, tso safe, pso safe
// gcc: no, it holds whatever the allocator does
// Two objects that live have two addresses; what is freed twice came back in between.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *a = malloc(4);
    free(a);
    int *b = malloc(4), *c = malloc(4);
    *b = 1;
    *c = 2;
    assert(b != c && *b == 1);
    free(b);
    free(c);
    int *d = malloc(4), *e = malloc(4), *f = malloc(4);
    *d = 3, *e = 4, *f = 5;
    assert(d != e && e != f && d != f && *d + *e + *f == 12);
    return 0;
}
