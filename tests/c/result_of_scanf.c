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
    int x = 3; scanf("%d", &x); assert(x == 3);
    return 0;
}
