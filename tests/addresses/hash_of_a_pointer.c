// unknown
#include <assert.h>
#include <stdint.h>
long a, b;

static unsigned bucket(void *p) { return ((uintptr_t)p >> 4) % 8; }

int main(void)
{
    assert(bucket(&a) == bucket(&a) && bucket(&b) != 9);
    return 0;
}
