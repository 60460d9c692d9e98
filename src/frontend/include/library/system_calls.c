/* System calls by their numbers, those that lock-free code makes: the C library has no function for a futex. */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <unistd.h>

#define FUTEX 202
#define GETPID 39
#define GETTID 186
#define YIELD 24

/* The operations, and what may be added to them. */
#define WAIT 0
#define WAKE 1
#define REQUEUE 3
#define COMPARE_AND_REQUEUE 4
#define WAIT_BITSET 9
#define WAKE_BITSET 10
#define FLAGS (128 | 256)

extern unsigned __fencesmith_nondet_uint(void);
extern unsigned char __fencesmith_nondet_uchar(void);
extern void __fencesmith_assume(int);

static long failed(int reason)
{
    errno = reason;
    return -1;
}
/* A wait may end without a wake-up, so that it may end whenever it wants to, and nobody has to be woken: how many are is anything. */
static long futex(unsigned *word, int operation, unsigned count, int is_limited)
{
    unsigned woken;
    switch (operation & ~FLAGS) {
    case WAIT:
    case WAIT_BITSET:
        if (__atomic_load_n(word, __ATOMIC_RELAXED) != count)
            return failed(EAGAIN);
        switch (__fencesmith_nondet_uchar()) {
        case 0:
            return failed(EINTR);
        case 1:
            return is_limited ? failed(ETIMEDOUT) : 0;
        default:
            return 0;
        }
    case COMPARE_AND_REQUEUE:
        if (!__fencesmith_nondet_uchar())
            return failed(EAGAIN);
        /* fall through */
    case REQUEUE:
        /* Those that wait elsewhere now count, too. */
        count = INT_MAX;
        /* fall through */
    case WAKE:
    case WAKE_BITSET:
        woken = __fencesmith_nondet_uint();
        __fencesmith_assume(woken <= count && woken <= INT_MAX);
        return woken;
    default:
        /* Nothing is known of it: where an answer hangs on the place of an object, the verdict is "unknown". */
        return (long)((unsigned long)&errno >> 13 & 1);
    }
}
long __fencesmith_system_call(long number, long first, long second, long third, long fourth)
{
    switch (number) {
    case FUTEX:
        return futex((unsigned *)first, (int)second, (unsigned)third, fourth != 0);
    case GETPID:
        return getpid();
    case GETTID:
        return gettid();
    case YIELD:
        return sched_yield();
    default:
        return -1;
    }
}
