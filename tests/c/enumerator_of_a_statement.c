// verdict: sc safe, tso safe, pso safe
// An enumerator that a condition declares, or a statement without braces in another one, ends with it.
#include <assert.h>

enum { A = 4, B = 5 };
struct m { int A; };

static int other(void) { return A; }

int main(void)
{
    struct m m = { .A = 3 };
    int n = 0;
    if (sizeof(enum { A = A + 3 }) && A == 7) {
        struct inner { int A; char c[A]; int bits : A; } inner = { .A = A };
        assert(inner.A == 7 && sizeof inner.c == 7 && m.A == 3 && other() == 4);
        { int A = 2; n = A; }
        { enum { A = 1 }; assert(A == 1); }
        goto A;
    A:
        n += A;
    }
    assert(n == 9 && A == 4);
    while (n > (int)sizeof(enum { A = 2, B = A + 4 }))
        n -= B == 6 ? A : B;
    assert(n == 3 && A == 4 && B == 5);
    if (n)
        n = sizeof(enum { A = 8 }) + A;
    else
        n = A;
    assert(n == 12 && A == 4);
    switch (sizeof(enum { A = 12 }) ? n : 0) {
    case A: n = 1;
    }
    assert(n == 1 && A == 4);
    return 0;
}
