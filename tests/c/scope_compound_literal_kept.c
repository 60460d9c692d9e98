// verdict: sc safe, tso safe, pso safe
#include <assert.h>
struct pair { int a, b; };

static int sum(struct pair *p) { return p->a + p->b; }

volatile int zero;

int main(void)
{
    struct pair *p = zero ? &(struct pair){ 1, 2 } : &(struct pair){ 2, 1 };
    for (int i = 0; i < 2; i++)
        assert(sum(&(struct pair){ i, 1 }) == i + 1);
    assert(sum(p) == 3);
    return 0;
}
