// unknown
#include <assert.h>
#include <stdint.h>
int main(void)
{
    uintptr_t first, second;
    { int a = 0; first = (uintptr_t)&a; }
    { int b = 0; second = (uintptr_t)&b; }
    assert(first != second);
    return 0;
}
