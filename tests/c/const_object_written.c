// verdict: sc violation, tso violation, pso violation
// property: write to a read-only object
#include <assert.h>

typedef const int fixed;
fixed limits[2] = { 1, 2 };

int main(void)
{
    int *p = (int *)&limits[1];
    *p = 3;
    assert(limits[0] == 1);
    return 0;
}
