// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
// An address just below the end of all addresses, which comes from a number, where memory holds addresses, too.
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
    number = (int *)(long)-local;
    atexit(reads);
    return 0;
}
