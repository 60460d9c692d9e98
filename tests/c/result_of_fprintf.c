// verdict: sc violation, tso violation, pso violation
// The library may answer anything that its contract allows.
#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    assert(fprintf(stderr, "abc\n") > 0);
    return 0;
}
