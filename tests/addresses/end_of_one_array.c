// safe
#include <assert.h>
int a[2], b[2];

int main(void)
{
    int sum = 0;
    for (int *p = a; p != a + 2; p++)
        sum += *p;
    int *q = sum ? b + 1 : a;
    assert(q != a + 2 && q != b);
    return 0;
}
