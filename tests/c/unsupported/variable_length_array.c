// error: 8:9 variable-length array
#include <assert.h>

int main(void)
{
    int n = 3;
    assert(n);
    int a[n];
    a[0] = 1;
    return 0;
}
