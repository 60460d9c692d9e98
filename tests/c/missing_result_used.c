// verdict: sc violation, tso violation, pso violation
// A function that ends without a result gives any.
#include <assert.h>

static int sometimes(int x)
{
    if (x)
        return 0;
}

int main(void)
{
    assert(sometimes(0) == 0);
    return 0;
}
