// verdict: sc safe
// A letter before the number of an operand says how much of its register is meant.
#include <assert.h>

long g = 1;

int main(void)
{
    int x = 0x1234, y = 0x5678, n = 0xff;
    long l = 0xffffffff, o = 0x100000001;
    char zero;

    asm("mov %b1, %b0" : "+r"(x) : "r"(y));
    assert(x == 0x1278);
    asm("inc %b0; setz %b1" : "+r"(n), "=q"(zero));
    assert(n == 0 && zero);
    n = 0xffff;
    asm("add $1, %w[n]" : [n] "+r"(n));
    assert(n == 0);
    asm("inc %k0" : "+r"(l));
    assert(l == 0);
    asm volatile("lock; cmpxchgl %2,%1" : "+a"(o), "+m"(g) : "r"(1) : "memory");
    assert(o == 0x100000001);
    o = 0x100000002;
    asm volatile("lock; cmpxchgl %2,%1" : "+a"(o), "+m"(g) : "r"(1) : "memory");
    assert(o == 1);
    return 0;
}
