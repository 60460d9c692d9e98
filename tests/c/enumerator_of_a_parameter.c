// verdict: sc safe, tso safe, pso safe
// Enumerators that parameters declare are known to the end of the body, whatever else is called the same.
#include <assert.h>

enum { A = 10, B = 20, C = 30 };
typedef char T;
struct old { int x; };

static int each(enum { A = 1, B = A + 2, T = B * 2 } p, int (*a)[T]) { return A + B + T + p + C + sizeof *a; }

static int beside(enum e { A = 1, B } p, struct s { int A; int x[B]; int (*C)(int B, int y[A]); } *q)
{
    enum e e = B;
    struct s s = { A: 3 };
    goto A;
A:
    e += A;
    return e + s.A + p + sizeof s.x;
}

static int shadowed(enum { A = 7 } p)
{
    int n = A;
    { typedef char A; struct { A m[3]; } it; n += sizeof it; }
    { enum { A = 100 }; n += A; }
    return n + p;
}

static int in_brackets(a, b) int a[sizeof(struct old { int x, y; })]; struct old *b;
{
    struct old o = { 1, 2 };
    return o.x + o.y + sizeof *b;
}

static int old_style(a, b) enum { A = 4, B } a; int (*b)[B];
{
    struct { int A, B; } it = { A, B };
    return A + it.A + it.B + sizeof *b;
}

struct n { int n; };

static int members_of_parameters(int n, struct n x, struct { int n; } *y, struct t { int n; char c[5]; } *q)
{
    struct t t = { n, "abcd" };
    return t.n + x.n + sizeof t;
}

int main(void)
{
    assert(each(0, 0) == 1 + 3 + 6 + 30 + 24);
    assert(beside(0, 0) == 3 + 3 + 8);
    assert(shadowed(1) == 7 + 3 + 100 + 1);
    assert(in_brackets(0, 0) == 3 + 8);
    assert(old_style(0, 0) == 4 + 4 + 5 + 20);
    assert(members_of_parameters(1, (struct n){ 2 }, 0, 0) == 1 + 2 + 12);
    assert(A == 10 && B == 20 && sizeof(T) == 1 && sizeof(struct old) == 4);
    return 0;
}
