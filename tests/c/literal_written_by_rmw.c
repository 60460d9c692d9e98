// verdict: sc violation, tso violation, pso violation
// property: write to a read-only object
// The exchange fails, but the processor asks for the line to be written.
#include <assert.h>

static const int zero = 0;

int main(void)
{
    assert(1);
    __sync_bool_compare_and_swap((int *)&zero, 1, 2);
    return 0;
}
