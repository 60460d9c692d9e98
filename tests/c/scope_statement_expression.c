// verdict: sc safe, tso safe, pso safe
#include <assert.h>
struct pair { int a, b; };

static void set(struct pair *p, int a) { p->a = a; p->b = a + 1; }

int main(void)
{
    struct pair x = ({ struct pair t; set(&t, 3); t; });
    int y = ({ int t; int *p = &t; *p = 4; t; });
    assert(x.a == 3 && x.b == 4 && y == 4);
    return 0;
}
