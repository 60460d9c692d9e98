// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdlib.h>

struct pair { int a; long b; };

int main(void)
{
    struct pair *p = malloc(sizeof *p);
    p->a = 1;
    p->b = 2;
    free(p);
    struct pair *q = calloc(1, sizeof *q);
    assert(q->a == 0 && q->b == 0);
    return 0;
}
