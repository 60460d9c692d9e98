// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>

int main(void)
{
    int a[2] = { 1, 2 };
    int *p = a;
    assert(p[1] == 2);
    return *(p - 1);
}
