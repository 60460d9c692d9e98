// verdict: sc safe, tso safe, pso safe
// Each call has its own variable, and the caller's lives on.
#include <assert.h>

static int depth(int n, int *outer)
{
    int own = n;
    if (n == 0)
        return *outer;
    int below = depth(n - 1, &own);
    assert(own == n);
    return below + *outer;
}

int main(void)
{
    int start = 3;
    assert(depth(3, &start) == 1 + 2 + 3 + 3);
    return 0;
}
