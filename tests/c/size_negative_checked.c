// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdlib.h>

volatile int n = -1;

int main(void)
{
    char *p = malloc(n);
    if (p)
        p[0] = 1;
    assert(!p);
    return 0;
}
