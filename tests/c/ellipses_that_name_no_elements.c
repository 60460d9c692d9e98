// verdict: sc safe, tso safe, pso safe
// Three dots with an index near them: parameters, the values of a case.
#include <assert.h>

int print(const char *, ...); int x[3][2], y;

static struct s { int v; } s[2];
static int n;

static void set(int k, ...) { s[1].v = k, n = 2; }

static int of_a_case(int k)
{
    static int u[2][2], m;
    switch (k) { case 1 ... 2: u[1][0] = k, m = 1; break; }
    return u[1][0] + m;
}

int main(void)
{
    set(3, 1);
    assert(s[1].v == 3 && n == 2);
    assert(of_a_case(2) == 3);
    assert(x[1][1] + y == 0);
    return 0;
}
