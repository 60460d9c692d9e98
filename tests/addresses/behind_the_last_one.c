// unknown
#include <assert.h>
int a[2], b[2];

int main(void)
{
    int *end = a + 2;
    assert(end != b);
    return 0;
}
