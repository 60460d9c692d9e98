// verdict: sc violation, tso violation, pso violation
// property: out of bounds
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(1);
    char *p = malloc(0);
    *p = 1;
    return 0;
}
