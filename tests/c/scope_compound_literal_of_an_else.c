// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    int *p = 0;
    if (p)
        ;
    else
        p = &(int){ 3 };
    assert(*p == 3);
    return 0;
}
