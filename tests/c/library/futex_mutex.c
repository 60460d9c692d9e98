// verdict: sc safe, tso safe, pso safe
// A mutex of a futex: 0 free, 1 held.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int state;
static int shared;

static long futex(atomic_int *word, int operation, int value)
{
    return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, 0, 0, 0);
}

static void lock(void)
{
    while (atomic_exchange(&state, 1) != 0)
        futex(&state, FUTEX_WAIT, 1);
}

static void unlock(void)
{
    atomic_store(&state, 0);
    futex(&state, FUTEX_WAKE, 1);
}

static void *enter(void *unused)
{
    lock();
    shared++;
    unlock();
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, enter, 0);
    enter(0);
    pthread_join(other, 0);
    assert(shared == 2);
    return 0;
}
