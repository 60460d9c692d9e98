// verdict: sc safe, tso safe, pso safe
// A call of exit in main runs a destructor once.
#include <assert.h>
#include <stdlib.h>

static int times;

__attribute__((destructor)) static void ends(void)
{
    assert(times++ == 0);
}
int main(void)
{
    exit(0);
}
