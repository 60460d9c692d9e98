// verdict: sc violation
// property: access out of bounds
// The processor stops where sixteen bytes are not aligned.
#include <stdint.h>

static uint64_t words[4] __attribute__((aligned(16)));

int main(void)
{
    uint64_t low = 0, high = 0;
    __asm__ __volatile__("lock; cmpxchg16b %0"
                         : "+m"(words[1]), "+a"(low), "+d"(high)
                         : "b"(5l), "c"(5l)
                         : "memory", "cc");
    return 0;
}
