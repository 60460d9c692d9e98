// violation
#include <assert.h>
#include <stdint.h>
char x;

int main(void)
{
    assert(((uintptr_t)&x & 63) != 0);
    return 0;
}
