// verdict: sc violation, tso violation, pso violation
// property: invalid free
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(3);
    assert(p);
    free(p);
    free(p);
    return 0;
}
