// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

static int *make(int n)
{
    int own[n];
    own[n - 1] = n;
    int *volatile p = own;
    return p;
}

int main(void)
{
    assert(1);
    return make(3)[2];
}
