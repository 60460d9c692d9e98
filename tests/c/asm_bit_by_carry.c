// verdict: sc safe, tso safe, pso safe
// A bit that is set and asked for, by the carry flag as a byte and as all bits of a register.
#include <assert.h>
#include <pthread.h>

static volatile unsigned word;

static int by_byte(volatile unsigned *at, int bit)
{
    int found;
    __asm__ __volatile__("lock; btsl %2,%1; setc %b0" : "=q"(found), "+m"(*at) : "r"(bit) : "memory");
    return (unsigned char)found;
}

static int by_borrow(volatile unsigned *at, int bit)
{
    int found;
    __asm__ __volatile__("lock; btsl %2,%1; sbb %0,%0" : "=r"(found), "+m"(*at) : "r"(bit) : "memory");
    return found;
}

/* A register that nobody has set is nothing by itself; behind a borrow the flags say what it was. */
static unsigned flags_of(unsigned x, unsigned y)
{
    unsigned all, below;
    unsigned char carry, zero;
    __asm__("cmp %4,%3; sbb %0,%0; setc %1; setz %2"
            : "=&r"(all), "=&q"(carry), "=&q"(zero)
            : "r"(x), "r"(y)
            : "cc");
    __asm__("xorl %0,%0; cmpl %2,%1; setb %b0" : "=&q"(below) : "r"(x), "r"(y) : "cc");
    return (all & 1) | carry << 1 | zero << 2 | below << 3;
}

static int owners;

static void *one(void *arg)
{
    if (!by_byte(&word, 3)) {
        owners++;
        assert(owners == 1);
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, one, 0);
    if (!by_borrow(&word, 3)) {
        owners++;
        assert(owners == 1);
    }
    pthread_join(other, 0);
    assert(word == 8 && owners == 1);
    assert(flags_of(5, 7) == 11 && flags_of(7, 5) == 4);
    assert(by_borrow(&word, 3) == -1 && by_borrow(&word, 4) == 0);
    return 0;
}
