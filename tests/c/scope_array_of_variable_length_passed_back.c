// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// Control leaves what follows the declaration of an array of variable length: it ends (C17, 6.2.4p7).
#include <assert.h>

int main(void)
{
    int n = 2, again = 0;
    int *p = 0;
back:
    if (p)
        assert(*p == 3);
    int a[n];
    a[0] = 3;
    p = a;
    if (!again++)
        goto back;
    return 0;
}
