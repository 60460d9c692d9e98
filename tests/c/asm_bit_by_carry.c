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
    assert(by_borrow(&word, 3) == -1 && by_borrow(&word, 4) == 0);
    return 0;
}
