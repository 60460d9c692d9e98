// verdict: sc safe, tso safe, pso safe
// Under an enumerator that a statement declares, members, labels, types and names from outside may be called the same.
#include <assert.h>

enum { A = 10, B = 20, C = 30 };
struct m { int A, B; };

static int five(void) { return 5; }

static int members(void)
{
    int n = 0;
    while (sizeof(enum { A = 1, B, C }) && n < 3) {
        struct { int (*A)(void), (*B[2])(void); int C : B + 1; } s = { .A = five };
        struct m old = { B: A + 3, A: B };
        assert(s.A() == 5 && old.A == 2 && old.B == 4);
        n += A;
    }
    return n;
}

static int labels(int yes)
{
    int n = 0;
    if (sizeof(enum { A, B, C })) {
        if (yes) A: n = A + 1;
        if (!yes) n = 4; else B: n += B;
        assert(n == 2);
        do C: n += C; while (n < 3);
        if (n < 6) goto C;
    }
    return n;
}

static int types(void)
{
    switch (sizeof(enum { A = 1, B = 3 })) {
    default: {
        typedef char A;
        struct { A m; A more[B]; } it;
        return sizeof it + sizeof(A) + B;
    }
    }
}

static int without_braces(int yes)
{
    int n = 0;
    if (yes) for (; sizeof(enum { A = 3 });) { n = A; break; }
    else n = A;
    if (yes) while (1) if (sizeof(enum { A = 4 }) > yes) { n += 10 * A; break; } else n = 3;
    return n + 100 * A;
}

int main(void)
{
    assert(members() == 3 && labels(1) == 6 && types() == 8 && without_braces(1) == 1043);
    assert(A == 10 && B == 20 && C == 30);
    return 0;
}
