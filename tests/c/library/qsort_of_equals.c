// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// How equal elements are ordered is not specified (C17, 7.22.5.2p4).
#include <assert.h>
#include <stdlib.h>

struct pair {
    int key, value;
};

static int compare(const void *a, const void *b)
{
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}

int main(void)
{
    struct pair a[4] = { { 2, 0 }, { 1, 1 }, { 1, 2 }, { 1, 3 } };
    qsort(a, 4, sizeof *a, compare);
    assert(a[3].value == 0 && a[0].value + a[1].value + a[2].value == 6);
    assert(a[0].value != 2 || a[1].value != 3);
    return 0;
}
