// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int *p;

int f(void)
{
    int own = 1;
    if (p)
        return *p;
    p = &own;
    return 1;
}

int main(void)
{
    f();
    assert(f() == 1);
    return 0;
}
