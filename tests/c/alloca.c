// verdict: sc safe, tso safe, pso safe
// Memory of the running call, by alloca.
#include <alloca.h>
#include <assert.h>

static int sum(int n)
{
    int *a = alloca(n * sizeof *a);
    int s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void)
{
    assert(sum(4) == 6);
    return 0;
}
