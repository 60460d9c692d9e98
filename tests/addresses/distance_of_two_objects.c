// unknown
#include <assert.h>
#include <stdint.h>
int a, b;

int main(void)
{
    assert((intptr_t)&a - (intptr_t)&b != 4);
    return 0;
}
