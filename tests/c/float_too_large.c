// verdict: sc violation, tso violation, pso violation
// property: arithmetic without a defined result
// gcc: no, what comes of it is not defined
#include <assert.h>

int main(void)
{
    volatile float large = 2147483648.0f;
    int n = large;
    assert(n || !n);
    return 0;
}
