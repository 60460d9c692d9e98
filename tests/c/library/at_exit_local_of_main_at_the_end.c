// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// Its end is as good as a return.
#include <stdlib.h>
#include <assert.h>

static int *number;

static void writes(void)
{
    *number = 2;
}
int main(void)
{
    int *local = (int[]){1, 2};
    number = local;
    assert(!atexit(writes));
}
