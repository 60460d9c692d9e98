// safe
#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

alignas(64) char x;
struct { long a; } pair[2];

int main(void)
{
    int __attribute__((aligned(32))) own = 1;
    char *heap = malloc(3), *wide = aligned_alloc(128, 128);
    int *volatile p = &own;
    assert(((uintptr_t)&x & 63) == 0);
    assert(((uintptr_t)&pair[1] & 7) == 0);
    assert(((uintptr_t)p & 31) == 0 && (uintptr_t)p % 16 == 0);
    assert(((uintptr_t)heap & 15) == 0 && ((uintptr_t)wide & 127) == 0);
    return 0;
}
