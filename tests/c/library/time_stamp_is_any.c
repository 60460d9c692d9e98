// verdict: sc violation, tso violation, pso violation
// gcc: no
// No value of the counter is ruled out, also in its upper half.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    uint64_t time;
    __asm__ __volatile__("rdtsc\n\tshl $32, %%rdx\n\tor %%rdx, %%rax" : "=a"(time) : : "rdx", "cc");
    assert(time >> 60 != 5);
    return 0;
}
