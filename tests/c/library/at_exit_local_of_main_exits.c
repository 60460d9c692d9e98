// verdict: sc safe, tso safe, pso safe
// After exit the locals of main are what they were: it has not returned.
#include <assert.h>
#include <stdlib.h>

static int *number, runs;

static void reads(void)
{
    assert(*number == 1);
    assert(++runs == 1);
}
int main(void)
{
    int local = 1;
    number = &local;
    atexit(reads);
    exit(0);
}
