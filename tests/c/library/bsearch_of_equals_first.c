// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int a[5] = { 1, 2, 2, 2, 3 }, key = 2;
    int *found = bsearch(&key, a, 5, sizeof *a, compare);
    assert(found != a + 1);
    return 0;
}
