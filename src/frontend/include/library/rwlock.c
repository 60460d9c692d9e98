/* Reader-writer locks. The second word holds the number of readers, or -1 for a writer; 0 is free. The first one is 0 where the lock is set up
   (as static ones are): so one that never was, or was destroyed, is noticed.
   Who waits has not touched the word: it is read, found to be right, and changed in one step, and an execution in which
   it changed in between is left out, for the one in which it was read later is there, too.
   As with a mutex, who takes the lock acquires, who gives it releases, and a try that fails does neither.
   A thread that takes a lock for writing that it has, or for reading one that it writes, waits for good (POSIX allows that). Whether the thread that
   gives a lock is one that has it is not looked at, only whether any has. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

extern void __fencesmith_assume(int);
extern void __fencesmith_await(int);
extern void __fencesmith_misuse(const char *);
extern void __fencesmith_sets_up(void *);
extern void __fencesmith_uses(void *);

#define WRITER (-1)
#define DESTROYED_RWLOCK 1
#define MOST_READERS 0xffff

static int of_a_lock(int found)
{
    if (found < WRITER || found > MOST_READERS)
        __fencesmith_misuse("a reader-writer lock used that is not set up");
    return found;
}
static void used(pthread_rwlock_t *lock)
{
    __fencesmith_uses(lock);
    if (__atomic_load_n(&lock->__state[0], __ATOMIC_RELAXED) != 0)
        __fencesmith_misuse("a reader-writer lock used that is not set up");
}
static int holders(pthread_rwlock_t *lock)
{
    used(lock);
    return of_a_lock(__atomic_load_n(&lock->__state[1], __ATOMIC_RELAXED));
}
static _Bool changes(pthread_rwlock_t *lock, int from, int to)
{
    _Bool changed = __atomic_compare_exchange_n(&lock->__state[1], &from, to, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    of_a_lock(from);
    return changed;
}
static void change(pthread_rwlock_t *lock, int from, int to)
{
    __fencesmith_assume(changes(lock, from, to));
}
int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    (void)attributes;
    lock->__state[0] = 0;
    lock->__state[1] = 0;
    __fencesmith_sets_up(lock);
    return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    if (holders(lock) != 0)
        __fencesmith_misuse("a reader-writer lock destroyed while it is held");
    __atomic_store_n(&lock->__state[0], DESTROYED_RWLOCK, __ATOMIC_RELAXED);
    return 0;
}
int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    int readers = holders(lock);
    __fencesmith_await(readers != WRITER);
    change(lock, readers, readers + 1);
    return 0;
}
int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    used(lock);
    __fencesmith_await(changes(lock, 0, WRITER));
    return 0;
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    int readers = holders(lock);
    if (readers == WRITER)
        return EBUSY;
    change(lock, readers, readers + 1);
    return 0;
}
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    if (holders(lock) != 0)
        return EBUSY;
    change(lock, 0, WRITER);
    return 0;
}
/* Who gives up at some time looks once more then, and who has the lock by then looks at the time when it has it. Nobody
   gives up who could have the lock, and nobody waits for good. */
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000)
        return EINVAL;
    return pthread_rwlock_tryrdlock(lock) ? ETIMEDOUT : 0;
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000)
        return EINVAL;
    return pthread_rwlock_trywrlock(lock) ? ETIMEDOUT : 0;
}
/* Which clock says that it is late makes no difference: time is not modelled. */
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return pthread_rwlock_timedrdlock(lock, until);
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return pthread_rwlock_timedwrlock(lock, until);
}
int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    int held = holders(lock);
    if (held == 0)
        __fencesmith_misuse("a reader-writer lock unlocked that nobody holds");
    if (held == WRITER)
        __atomic_exchange_n(&lock->__state[1], 0, __ATOMIC_RELEASE);
    else
        __atomic_fetch_sub(&lock->__state[1], 1, __ATOMIC_RELEASE);
    return 0;
}
