// error: 5:1 the pragma pack that pops to a name past a push without one is not supported
#include <assert.h>
#pragma pack(push, outer, 1)
#pragma pack(push, 2)
#pragma pack(pop, outer)
struct both {
    char c;
    int a;
} both[2];
int main(void)
{
    assert(sizeof both == 16);
    return 0;
}
