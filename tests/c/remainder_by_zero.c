// verdict: sc violation, tso violation, pso violation
// property: division by zero
#include <assert.h>

unsigned zero;

int main(void)
{
    unsigned x = 5;
    x %= zero;
    assert(x < 5);
    return (int)x;
}
