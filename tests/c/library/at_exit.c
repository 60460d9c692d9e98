// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// What is given to atexit runs behind main, the last one first.
#include <assert.h>
#include <stdlib.h>

static int first, second;

static void one(void)
{
    assert(second);
    first = 1;
    assert(!first);
}
static void two(void)
{
    assert(!first);
    second = 1;
}
int main(void)
{
    atexit(one);
    atexit(two);
    assert(!first && !second);
    return 0;
}
