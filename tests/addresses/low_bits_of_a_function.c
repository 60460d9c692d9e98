// unknown
#include <assert.h>
#include <stdint.h>

static int f(void) { return 1; }

int main(void)
{
    assert(((uintptr_t)f & 1) == 0);
    return 0;
}
