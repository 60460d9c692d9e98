// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>

int before, a[3], after;

int main(void)
{
    for (int i = 0; i <= 3; i++)
        a[i] = i;
    assert(before == 0 && after == 0);
    return 0;
}
