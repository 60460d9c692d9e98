// verdict: sc safe, tso safe, pso safe
#include <assert.h>

int main(void)
{
    int n = 2, again = 0;
    int a[n];
    a[0] = 3;
    int *p = a;
back:
    assert(*p == 3);
    int b[n];
    b[0] = 4;
    assert(a[0] + b[0] == 7);
    if (!again++)
        goto back;
    return 0;
}
