// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// The locals of main are no more when what was given to atexit runs behind its return (C17, 5.1.2.2.3).
#include <assert.h>
#include <stdlib.h>

static int *number;

static void reads(void)
{
    assert(*number == 1);
}
int main(void)
{
    int local = 1;
    number = &local;
    atexit(reads);
    return 0;
}
