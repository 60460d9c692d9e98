// unknown
#include <assert.h>
#include <stdint.h>
static uintptr_t mark(void) { int local = 0; return (uintptr_t)&local; }
int main(void)
{
    uintptr_t first = mark(), second = mark();
    assert(first != second);
    return 0;
}
