// unknown
#include <assert.h>
int x[64];

int main(void)
{
    int *p = x;
    unsigned char low = *(unsigned char *)&p;
    assert((low & 0xf0) == 0);
    return 0;
}
