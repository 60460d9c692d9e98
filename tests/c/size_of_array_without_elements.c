// verdict: sc violation, tso violation, pso violation
// property: out of bounds
#include <assert.h>

int main(void)
{
    assert(1);
    volatile int n = -1;
    int own[n];
    (void)own;
    return 0;
}
