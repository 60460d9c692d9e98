// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// It may come back, and it may not.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    void *a = malloc(8);
    uintptr_t before = (uintptr_t)a;
    free(a);
    void *b = malloc(8);
    assert(before == (uintptr_t)b);
    return 0;
}
