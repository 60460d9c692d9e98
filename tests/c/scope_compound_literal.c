// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

struct pair { int a, b; };

volatile int zero;

int main(void)
{
    assert(1);
    struct pair *p;
    {
        p = zero ? &(struct pair){ 1, 2 } : &(struct pair){ 3, 4 };
        p->a = 5;
    }
    return p->a;
}
