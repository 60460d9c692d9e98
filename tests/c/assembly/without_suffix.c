// verdict: sc safe, tso safe
// The width of an instruction is that of its operands: a compare-and-exchange has the name of a fence of the kernel, and is none.
#include <assert.h>
#include <pthread.h>

static volatile int lock;
static int held, entered;

static int exchanged(volatile int *at, int old, int new)
{
    __asm__ __volatile__("lock ; cmpxchg %3, %1" : "=a"(old), "=m"(*at) : "a"(old), "r"(new) : "memory");
    return old;
}

static void *enter(void *unused)
{
    while (exchanged(&lock, 0, 1))
        ;
    assert(!held);
    held = 1;
    entered++;
    held = 0;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    return unused;
}

int main(void)
{
    pthread_t other;
    assert(exchanged(&lock, 0, 0) == 0 && lock == 0);
    assert(exchanged(&lock, 1, 2) == 0 && lock == 0);
    pthread_create(&other, 0, enter, 0);
    enter(0);
    pthread_join(other, 0);
    assert(entered == 2);
    return 0;
}
