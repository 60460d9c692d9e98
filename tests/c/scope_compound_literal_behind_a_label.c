// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    int *p = 0, n = 0;
    if (n)
    here:
        p = &(int){ 3 };
    if (n++ == 0)
        goto here;
    assert(*p == 3);
    return 0;
}
