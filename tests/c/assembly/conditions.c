// verdict: sc safe, tso safe, pso safe
// What conditions say of sums, differences and bits, and numbers that are part of the instruction.
#include <assert.h>
#include <stdbool.h>

static bool add_negative(int value, int *counter)
{
    bool negative;
    __asm__ __volatile__("lock addl %2, %0; sets %1" : "+m"(*counter), "=q"(negative) : "ir"(value) : "memory", "cc");
    return negative;
}

#define COMPARED(condition, a, b) \
    ({ \
        bool holds; \
        __asm__("cmpl %2, %1" : "=@cc" condition(holds) : "r"(a), "ri"(b) : "cc"); \
        holds; \
    })

static void compare(int a, int b)
{
    unsigned int x = (unsigned int)a, y = (unsigned int)b;
    assert(COMPARED("e", a, b) == (a == b) && COMPARED("ne", a, b) == (a != b));
    assert(COMPARED("l", a, b) == (a < b) && COMPARED("ge", a, b) == (a >= b));
    assert(COMPARED("le", a, b) == (a <= b) && COMPARED("g", a, b) == (a > b));
    assert(COMPARED("b", a, b) == (x < y) && COMPARED("ae", a, b) == (x >= y));
    assert(COMPARED("be", a, b) == (x <= y) && COMPARED("a", a, b) == (x > y));
}

int main(void)
{
    static int counter = 1;
    static unsigned long bits;
    static unsigned int low = 0xffffffff;
    bool first, second, third;
    int value = 5;
    long wide = 0;

    assert(!add_negative(-1, &counter) && add_negative(-1, &counter) && counter == -1);
    assert(!add_negative(2, &counter) && counter == 1);
    compare(1, 2);
    compare(2, 2);
    compare(-1, 1);
    compare(1, -1);
    compare(-2147483647 - 1, 1);
    compare(2147483647, -1);
    assert(COMPARED("l", -3, 4) && COMPARED("a", -3, 4));

    __asm__ __volatile__("lock btsq %2, %0; setc %1" : "+m"(bits), "=q"(first) : "ri"(63) : "memory", "cc");
    assert(!first && bits == 1ul << 63);
    __asm__ __volatile__("lock btsq %2, %0; setc %1" : "+m"(bits), "=q"(first) : "ri"(63) : "memory", "cc");
    assert(first);
    __asm__ __volatile__("addq %1, %0" : "+r"(wide) : "ei"(-1) : "cc");
    assert(wide == -1);

    __asm__ __volatile__("lock addl $1, %0; setc %1; setz %2; seto %3"
                         : "+m"(low), "=q"(first), "=q"(second), "=q"(third) : : "memory", "cc");
    assert(low == 0 && first && second && !third);
    __asm__ __volatile__("lock decl %0; sets %1" : "+m"(low), "=q"(second) : : "memory", "cc");
    assert(low == 0xffffffff && second);
    __asm__ __volatile__("subl %2, %0; setl %1" : "+r"(value), "=q"(first) : "r"(7) : "cc");
    assert(value == -2 && first);
    __asm__ __volatile__("negl %0; setg %1" : "+r"(value), "=q"(first) : : "cc");
    assert(value == 2 && first);
    __asm__ __volatile__("lock xaddl %0, %1; setns %2" : "+r"(value), "+m"(counter), "=q"(first) : : "memory", "cc");
    assert(value == 1 && counter == 3 && first);
    __asm__ __volatile__("testl $2, %1" : "=@ccnz"(first) : "m"(counter) : "cc");
    assert(first);
    return 0;
}
