// verdict: sc violation, tso violation, pso violation
// property: access after free
// Where the object does not come back, the old pointer is wrong.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *a = malloc(4);
    free(a);
    int *b = malloc(4);
    *b = 1;
    assert(*a == 1);
    return 0;
}
