// verdict: sc safe, tso safe, pso safe
// A block declares a tag anew: until it ends, that is another type.
#include <assert.h>

struct a { int x, y; };
union u { long l; };

static unsigned long inner(void)
{
    struct a;
    union u;
    struct b { struct a *p; union u *q; };
    struct a { char c; };
    union u { char c; short s; };
    struct a v = {1};
    return sizeof v + 10 * sizeof(*((struct b *)0)->p) + 100 * sizeof(*((struct b *)0)->q);
}

int main(void)
{
    if (1) {
        struct a;
        struct a *p = 0;
        struct a { short s; };
        assert(sizeof *p == 2);
    }
    {
        struct c { struct a a; } c = {{1, 2}};
        assert(c.a.y == 2);
    }
    assert(inner() == 211);
    assert(sizeof(struct a) == 8 && sizeof(union u) == 8);
    return 0;
}
