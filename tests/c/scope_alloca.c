// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>
#include <alloca.h>

static int *make(void)
{
    int *p = alloca(4);
    *p = 1;
    return p;
}

int main(void)
{
    assert(1);
    return *make();
}
