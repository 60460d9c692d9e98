// verdict: sc safe, tso safe, pso safe
// The counter of the processor holds anything, however it is read.
#include <assert.h>
#include <stdint.h>
#include <x86intrin.h>

static uint64_t stamp(void)
{
    uint32_t low, high;
    __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

static uint64_t shifted(void)
{
    uint64_t time;
    __asm__ __volatile__("rdtsc\n\tshl $32, %%rdx\n\tor %%rdx, %%rax" : "=a"(time) : : "rdx", "cc");
    return time;
}

int main(void)
{
    unsigned processor = 7;
    uint64_t first = stamp(), second = shifted(), third = __rdtsc(), fourth = __rdtscp(&processor);
    assert((first ^ second ^ third ^ fourth ^ processor) + 1 != 0 || first != 0 || second != 0 || third != 0 || 1);
    _mm_clflush(&processor);
    return (int)((first >> 63) & 0);
}
