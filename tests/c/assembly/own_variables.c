// verdict: sc safe, tso safe, pso safe
// Instructions on the memory of local variables, and numbers in hexadecimal.
#include <assert.h>

int main(void)
{
    int sum = 3, added = 0x10, seen = 3;
    unsigned flags = 1;
    __asm__ volatile("lock; xaddl %0,%1" : "+r"(added), "+m"(sum)::"memory", "cc");
    assert(sum == 0x13 && added == 3);
    __asm__ volatile("lock orl $0x30,%0" : "+m"(flags)::"memory", "cc");
    assert(flags == 0x31);
    __asm__ volatile("lock cmpxchgl %2,%1" : "+a"(seen), "+m"(sum) : "r"(7) : "memory", "cc");
    assert(seen == 0x13 && sum == 0x13);
    return 0;
}
