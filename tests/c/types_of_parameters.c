// verdict: sc safe, tso safe, pso safe
// What the parameters of a function declare reaches to the end of its body, and what the list of another function within it declares to its
// parenthesis.
#include <assert.h>

struct a { int x; };
enum { A = 4 };

static int of_body(struct a { char c[3]; } *p) { return sizeof(struct a) + sizeof *p; }
static int unseen(struct b { char c[5]; } *p) { struct b own; return sizeof own + sizeof *p; }
static int of_list(struct a { char c[7]; } *p, int (*q)[sizeof(struct a)]) { return sizeof(struct a) + sizeof *q; }
static int of_inner_list(int (*call)(struct a { char c[3]; } *), struct a *q) { return sizeof *q; }
static int of_enumerator(enum { A = 7 } x) { return A + x; }
static int of_both(enum e { A = 7, B } x, enum e y) { enum e z = B; return A + z + (x == y); }
static int of_another_kind(union a { char c[3]; } *p) { return sizeof(union a); }
static int within(struct { struct a { char c[9]; } in; } *p) { return sizeof(struct a) + sizeof p->in; }
static int (*returns(struct a { char c[9]; } *p, int *size))(int) { *size = sizeof(struct a); return 0; }
static int (*returns_of(int *size))(struct a { char c[9]; } *) { *size = sizeof(struct a); return 0; }
static int inner(struct a { char c[3]; } *p)
{
    int size = sizeof(struct a);
    if (sizeof(struct a { char c[5]; }) == 5)
        size += 10 * sizeof(struct a);
    {
        struct a;
        struct a { char c[6]; };
        size += 100 * sizeof(struct a);
    }
    return size + 1000 * sizeof *p;
}
static int old(p, q) struct a { char c[7]; } *p; struct a *q; { return sizeof(struct a) + sizeof *p + sizeof *q; }
#pragma pack(push, 1)
static int packed(struct a { char c; int d; } *p) { return sizeof(struct a); }
#pragma pack(pop)
static int declared(struct a { char c[3]; } *p);
static int behind(struct a *p) { return sizeof *p; }

int main(void)
{
    int size = 0;
    assert(of_body(0) == 6 && unseen(0) == 10 && of_list(0, 0) == 35 && of_inner_list(0, 0) == 4);
    assert(of_enumerator(1) == 8 && of_both(0, 0) == 16 && of_another_kind(0) == 3 && within(0) == 18);
    returns(0, &size);
    assert(size == 9);
    returns_of(&size);
    assert(size == 4);
    assert(inner(0) == 3653 && old(0, 0) == 21 && packed(0) == 5 && behind(0) == 4);
    assert(sizeof(struct a) == 4 && A == 4);
    return 0;
}
