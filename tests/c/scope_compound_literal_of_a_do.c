// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    int *p = 0, n = 0;
    do
        if (p)
            assert(*p == 0);
        else
            p = &(int){ 0 };
    while (++n < 2);
    return 0;
}
