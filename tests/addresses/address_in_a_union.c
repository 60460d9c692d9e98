// unknown
#include <assert.h>
int x[64];

int main(void)
{
    union {
        int *pointer;
        unsigned low;
    } v;
    v.pointer = x;
    assert(v.low != 0x1230);
    return 0;
}
