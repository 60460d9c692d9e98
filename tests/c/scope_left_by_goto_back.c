// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    assert(1);
    int *p = 0;
again:
    if (p)
        return *p;
    {
        int own = 0;
        p = &own;
        goto again;
    }
}
