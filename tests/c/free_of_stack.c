// verdict: sc violation, tso violation, pso violation
// property: invalid free
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int x = 0;
    int *p = &x;
    assert(*p == 0);
    free(p);
    return 0;
}
