// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    int *p;
    while (p = &(int){ 3 }, 0)
        ;
    assert(*p == 3);
    return 0;
}
