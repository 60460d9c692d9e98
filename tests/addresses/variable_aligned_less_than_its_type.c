// unknown
// The attribute lets the variable lie at any address: gcc puts it behind `c`.
#include <assert.h>
#include <stdint.h>

char c = 1;
int x __attribute__((aligned(1))) = 2;

int main(void)
{
    assert(x == 2);
    assert(((uintptr_t)&x & 3) == 0);
    return 0;
}
