// verdict: sc safe, tso safe, pso safe
// What is not named of the member that a union's initialiser names is zero.
#include <assert.h>
union u { char c; struct { int x, y; } p; };
union s { char c; short s[2]; };
struct message { int tag; union u u; };
int main(void)
{
    union u v = {.p = {.x = 1}};
    union u *p = &v;
    assert(p->p.x == 1 && p->p.y == 0);
    union s w = {.s = {2}}, *q = &w;
    assert(q->s[0] == 2 && q->s[1] == 0);
    struct message m = {.tag = 1, .u.p = {.x = 3}}, *r = &m;
    assert(r->u.p.x == 3 && r->u.p.y == 0);
    return 0;
}
