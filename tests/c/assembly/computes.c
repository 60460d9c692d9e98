// verdict: sc safe, tso safe, pso safe
// What each instruction computes.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

struct bytes {
    unsigned long all[4];
};

int main(void)
{
    static unsigned int cell = 5, words[2];
    static uint64_t wide = 1ull << 40;
    static unsigned char byte = 200;
    unsigned int value = 7, expected = 3;
    uint64_t got, *place = &wide;
    unsigned char low = 100;
    bool zero, carry;

    __asm__ __volatile__("xchgl %0, %1" : "+m"(cell), "+q"(value) : : "memory");
    assert(cell == 7 && value == 5);
    __asm__ __volatile__("lock xaddl %1, %0" : "+m"(cell), "+q"(value) : : "memory", "cc");
    assert(cell == 12 && value == 7);
    __asm__ __volatile__("lock cmpxchgl %3, %0; setz %1"
                         : "+m"(cell), "=q"(zero), "+a"(expected) : "q"(9u) : "memory", "cc");
    assert(cell == 12 && !zero && expected == 12);
    __asm__ __volatile__("lock; cmpxchgl %2, %0" : "+m"(cell), "=@ccz"(zero) : "r"(9u), "a"(expected) : "memory");
    assert(cell == 9 && zero);
    __asm__ __volatile__("lock ; decl %0 ; sete %1" : "+m"(cell), "=q"(zero) : : "memory", "cc");
    assert(cell == 8 && !zero);
    __asm__ __volatile__("lock; andl %2, %0; setnz %1" : "+m"(cell), "=q"(zero) : "r"(7u) : "memory", "cc");
    assert(cell == 0 && !zero);
    __asm__ __volatile__("lock orl %1, %0" : "+m"(cell) : "ir"(6u) : "memory", "cc");
    __asm__ __volatile__("lock notl %0" : "+m"(cell) : : "memory");
    __asm__ __volatile__("lock xorl $1, %0\n\tlock subl $4, %0" : "+m"(cell) : : "memory", "cc");
    assert(cell == (~6u ^ 1) - 4);
    __asm__ __volatile__("movl %1, %0" : "=m"(cell) : "r"(77u) : "memory");
    __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(cell) : "memory");
    assert(value == 77);
    __asm__ __volatile__("incl %0" : "+m"(cell) : : "cc");
    assert(cell == 78);

    __asm__ __volatile__("lock; xaddb %b1, %0" : "+m"(byte), "+q"(low) : : "memory", "cc");
    assert(byte == 44 && low == 200);
    __asm__ __volatile__("lock; addq $-1, (%0)" : : "r"(place) : "memory", "cc");
    __asm__ __volatile__("movq (%1), %0" : "=r"(got) : "r"(place) : "memory");
    assert(wide == (1ull << 40) - 1 && got == wide);
    __asm__ __volatile__("lock; xaddq %[amount], %[cell]"
                         : [amount] "=r"(got), [cell] "+m"(*(struct bytes *)&words) : "0"(1ull << 32) : "memory");
    assert(got == 0 && words[0] == 0 && words[1] == 1);

    __asm__ __volatile__("lock btsl %2, %0; setc %1" : "+m"(words[0]), "=q"(carry) : "r"(33u) : "memory", "cc");
    assert(!carry && words[0] == 0 && words[1] == 3);
    __asm__ __volatile__("lock btrl %2, %0; setc %1" : "+m"(words[1]), "=q"(carry) : "r"(0u) : "memory", "cc");
    assert(carry && words[1] == 2);
    __asm__ __volatile__("lock btcl $33, %0; setc %1" : "+m"(words[1]), "=q"(carry) : : "memory", "cc");
    assert(carry && words[1] == 0);
    return 0;
}
