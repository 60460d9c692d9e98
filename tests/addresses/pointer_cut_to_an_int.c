// unknown
#include <assert.h>
#include <stdint.h>
int a;

int main(void)
{
    unsigned low = (unsigned)(uintptr_t)&a;
    assert(low != 12345);
    return 0;
}
