// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Which of several equal elements is found is not specified (C17, 7.22.5.1p4).
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int a[6] = { 1, 2, 2, 2, 2, 3 }, key = 2;
    int *found = bsearch(&key, a, 6, sizeof *a, compare);
    assert(found > a && found < a + 5);
    assert(found != a + 4);
    return 0;
}
