// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
    size_t more = SIZE_MAX - 7;
    char *p = calloc(SIZE_MAX, 1), *q = calloc(1, more), *r = calloc(2, 3);
    assert(!p && !q);
    if (r)
        assert(r[5] == 0);
    free(r);
    return 0;
}
