// unknown
#include <assert.h>
#include <string.h>
int x[64];
int *p = x;

int main(void)
{
    unsigned short low;
    memcpy(&low, &p, sizeof low);
    assert(low != 0x1230);
    return 0;
}
