// verdict: sc safe, tso safe, pso safe
// A thread's own list: it frees what it got, whichever it is.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int *p = malloc(4);
        *p = i;
        assert(*p == i);
        free(p);
    }
    return 0;
}
