// verdict: sc safe, tso safe, pso safe
// Operands are computed once, whether an instruction uses them or not.
#include <assert.h>
int count, place;
static int *counted(void)
{
    ++count;
    return &place;
}
int main(void)
{
    __asm__("" : "+r"(*counted()));
    __asm__ volatile("" :: "r"(*counted()));
    __asm__ volatile("" : : "m"(*counted()) : "memory");
    assert(count == 3);
    return 0;
}
