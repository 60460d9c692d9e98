/* Reader-writer locks. The second word holds the number of readers, or -1 for a writer; 0 is free. The first one says that the lock is set up, and
   by whom, or is 0 (as in static ones): so one that never was, or was destroyed, is noticed.
   Who waits has not touched the word: it is read, found to be right, and changed in one step, and an execution in which
   it changed in between is left out, for the one in which it was read later is there, too.
   As with a mutex, who takes the lock acquires, who gives it releases, and a try that fails does neither.
   A thread that takes a lock for writing that it has, or for reading one that it writes, waits for good (POSIX allows that). Whether the thread that
   gives a lock is one that has it is not looked at, only whether any has.

   As with glibc, readers come in before writers that wait, but for locks of the kind that prefers writers and takes no lock twice. The word of such
   a one holds the number of readers or that there is a writer in its lower half, and how many writers wait in its upper half: who finds
   somebody there says so before it waits. That a static one is of this kind is said where glibc has it. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

extern void __fencesmith_assume(int);
extern void __fencesmith_await(int);
extern void __fencesmith_misuse(const char *);
extern void __fencesmith_sets_up(void *);
extern void __fencesmith_uses(void *);

#define WRITER (-1)
#define MOST_READERS 0xffff

/* The first word. */
#define DESTROYED_RWLOCK 1
#define PREFERS_WRITERS 2
#define SET_UP 4
#define KIND_OF_STATIC(lock) ((int)(lock)->__reserved[5])

/* Of those that prefer writers, the second word: its lower half, a writer there, one that waits. */
#define HOLDERS 0xffff
#define WRITES 0xffff
#define WAITING 0x10000

static int of_a_lock(int found)
{
    if (found < WRITER || found > MOST_READERS)
        __fencesmith_misuse("a reader-writer lock used that is not set up");
    return found;
}
/* Whether it prefers writers. */
static _Bool used(pthread_rwlock_t *lock)
{
    __fencesmith_uses(lock);
    switch (__atomic_load_n(&lock->__state[0], __ATOMIC_RELAXED)) {
    case 0:
        return KIND_OF_STATIC(lock) == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
    case PREFERS_WRITERS:
        return 1;
    case SET_UP:
        return 0;
    default:
        __fencesmith_misuse("a reader-writer lock used that is not set up");
        return 0;
    }
}
static int holders(pthread_rwlock_t *lock)
{
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
/* Those that prefer writers. */
static int found_in(pthread_rwlock_t *lock)
{
    int found = __atomic_load_n(&lock->__state[1], __ATOMIC_RELAXED);
    if (found < 0)
        __fencesmith_misuse("a reader-writer lock used that is not set up");
    return found;
}
static void become(pthread_rwlock_t *lock, int from, int to)
{
    __fencesmith_assume(__atomic_compare_exchange_n(&lock->__state[1], &from, to, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
}
static void say(pthread_rwlock_t *lock, int from, int to)
{
    __fencesmith_assume(__atomic_compare_exchange_n(&lock->__state[1], &from, to, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}
static void reads_behind_writers(pthread_rwlock_t *lock)
{
    int found = found_in(lock);
    __fencesmith_await(found < WRITES);
    become(lock, found, found + 1);
}
/* Whether it writes; one that does not wait for good gives up where the lock is still held. */
static _Bool writes_before_readers(pthread_rwlock_t *lock, _Bool gives_up)
{
    int found = found_in(lock);
    if (!(found & HOLDERS)) {
        become(lock, found, found + WRITES);
        return 1;
    }
    say(lock, found, found + WAITING);
    found = found_in(lock);
    if (gives_up && found & HOLDERS) {
        say(lock, found, found - WAITING);
        return 0;
    }
    __fencesmith_await(!(found & HOLDERS));
    become(lock, found, found - WAITING + WRITES);
    return 1;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes)
{
    attributes->__kind = PTHREAD_RWLOCK_DEFAULT_NP;
    return 0;
}
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes)
{
    (void)attributes;
    return 0;
}
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind)
{
    switch (kind) {
    case PTHREAD_RWLOCK_PREFER_READER_NP:
    case PTHREAD_RWLOCK_PREFER_WRITER_NP:
    case PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP:
        attributes->__kind = kind;
        return 0;
    default:
        return EINVAL;
    }
}
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind)
{
    *kind = attributes->__kind;
    return 0;
}
int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    _Bool prefers = attributes && attributes->__kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
    lock->__state[0] = prefers ? PREFERS_WRITERS : SET_UP;
    lock->__state[1] = 0;
    __fencesmith_sets_up(lock);
    return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    if ((used(lock) ? found_in(lock) : holders(lock)) != 0)
        __fencesmith_misuse("a reader-writer lock destroyed while it is held");
    __atomic_store_n(&lock->__state[0], DESTROYED_RWLOCK, __ATOMIC_RELAXED);
    return 0;
}
int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    if (used(lock)) {
        reads_behind_writers(lock);
        return 0;
    }
    int readers = holders(lock);
    __fencesmith_await(readers != WRITER);
    change(lock, readers, readers + 1);
    return 0;
}
int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    if (used(lock))
        writes_before_readers(lock, 0);
    else
        __fencesmith_await(changes(lock, 0, WRITER));
    return 0;
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    if (used(lock)) {
        int found = found_in(lock);
        if (found >= WRITES)
            return EBUSY;
        become(lock, found, found + 1);
        return 0;
    }
    int readers = holders(lock);
    if (readers == WRITER)
        return EBUSY;
    change(lock, readers, readers + 1);
    return 0;
}
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    if (used(lock)) {
        if (found_in(lock) != 0)
            return EBUSY;
        become(lock, 0, WRITES);
        return 0;
    }
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
    if (used(lock))
        return writes_before_readers(lock, 1) ? 0 : ETIMEDOUT;
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
    _Bool prefers = used(lock);
    int held = prefers ? found_in(lock) & HOLDERS : holders(lock);
    if (held == 0)
        __fencesmith_misuse("a reader-writer lock unlocked that nobody holds");
    if (prefers)
        __atomic_fetch_sub(&lock->__state[1], held == WRITES ? WRITES : 1, __ATOMIC_RELEASE);
    else if (held == WRITER)
        __atomic_exchange_n(&lock->__state[1], 0, __ATOMIC_RELEASE);
    else
        __atomic_fetch_sub(&lock->__state[1], 1, __ATOMIC_RELEASE);
    return 0;
}
