// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    struct s { int a, b; } *p = calloc(1, sizeof *p);
    free(p);
    struct s *q = malloc(sizeof *q), r;
    q->a = 1;
    r = *q;
    if (p == q) assert(r.a == 1 && r.b == 0);
}
