// unknown
#include <assert.h>
#include <stdint.h>
int a;

int main(void)
{
    assert((uintptr_t)&a != 0x40401c);
    return 0;
}
