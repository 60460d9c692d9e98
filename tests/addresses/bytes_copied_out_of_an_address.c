// unknown
#include <assert.h>
#include <string.h>
int x[64];

int main(void)
{
    int *p = x;
    unsigned char bytes[sizeof p];
    unsigned hash = 0;
    memcpy(bytes, &p, sizeof p);
    for (unsigned i = 0; i < sizeof p; i++)
        hash = hash * 31 + bytes[i];
    assert(hash % 64 != 5);
    return 0;
}
