// unknown
// The largest of two addresses is a matter of where the objects lie.
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
int a, b;
_Atomic uintptr_t shared;

int main(void)
{
    atomic_store(&shared, (uintptr_t)&a);
    atomic_fetch_xor(&shared, (uintptr_t)&b);
    assert(atomic_load(&shared) != 1);
    return 0;
}
