// verdict: sc safe, tso safe, pso safe
// Nor has it where a function that it calls exits.
#include <assert.h>
#include <stdlib.h>

static int *number;

static void reads(void)
{
    assert(*number == 1);
}
static void leave(void)
{
    exit(0);
}
int main(void)
{
    int local = 1;
    number = &local;
    atexit(reads);
    leave();
    return 0;
}
