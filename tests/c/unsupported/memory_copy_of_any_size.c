// error: 9:5 size that is not constant
#include <assert.h>
#include <string.h>

int main(void)
{
    int a[4] = { 1 }, b[4];
    volatile unsigned long n = 8;
    memcpy(b, a, n);
    assert(b[0] == 1);
    return 0;
}
