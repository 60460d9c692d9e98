// verdict: sc safe, tso safe, pso safe
// Which object comes back is nothing that anybody could tell: one execution is enough.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 12; i++) {
        int *p = malloc(sizeof *p);
        *p = i;
        sum += *p;
        free(p);
    }
    assert(sum == 66);
    return 0;
}
