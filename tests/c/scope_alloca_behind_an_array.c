// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// The stack is set back to where it was before the array.
#include <alloca.h>
#include <assert.h>

int main(void)
{
    volatile int n = 2;
    int *p;
    {
        int a[n];
        a[0] = 1;
        p = alloca(sizeof *p);
        *p = 3;
    }
    assert(*p == 3);
    return 0;
}
