// verdict: sc safe, tso safe, pso safe
// `struct a;` in a block that has declared the tag already is the same type; so it is behind an attribute.
#include <assert.h>

#define FORWARD(tag) struct tag;

struct a { int x; };

static int again(void)
{
    struct a { char x[3]; };
    struct a;
    struct a v = {{1}};
    return sizeof v + v.x[0];
}

static int by_a_macro(void)
{
    struct node { int x; struct node *next; };
    FORWARD(node)
    struct node v = {1, 0};
    v.next = &v;
    return v.next->x;
}

static int twice(void)
{
    struct b;
    struct b *p;
    struct b;
    struct b { int x; };
    struct b v = {3};
    p = &v;
    return p->x;
}

static int behind_an_attribute(void)
{
    struct a;
    struct c { struct a *p; };
    struct __attribute__((packed)) a { char c; int i; };
    struct c k;
    return sizeof *k.p;
}

int main(void)
{
    assert(again() == 4);
    assert(by_a_macro() == 1);
    assert(twice() == 3);
    assert(behind_an_attribute() == 5);
    return 0;
}
