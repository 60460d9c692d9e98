/* Semaphores without a name. The word is the value. As with reader-writer locks, who waits has not touched it.
   Who takes a unit acquires, who posts one releases, and who finds none, or only asks for the value, does neither.
   There are no signals here, so that no wait is interrupted (EINTR). */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>

extern void __fencesmith_assume(int);
extern void __fencesmith_await(int);
extern void __fencesmith_misuse(const char *);
extern void __fencesmith_sets_up(void *);
extern void __fencesmith_uses(void *);

#define DESTROYED_SEMAPHORE 0xffffffffu

/* Each thread may have one unit there that is too many, which it takes back. */
#define MOST_UNITS (SEM_VALUE_MAX + 64u)

static unsigned int of_a_semaphore(unsigned int value)
{
    if (value > MOST_UNITS)
        __fencesmith_misuse("a semaphore used that is not set up");
    return value;
}
static unsigned int units(sem_t *semaphore)
{
    __fencesmith_uses(semaphore);
    return of_a_semaphore(__atomic_load_n(&semaphore->__value, __ATOMIC_RELAXED));
}

static void take(sem_t *semaphore, unsigned int value)
{
    __fencesmith_assume(__atomic_compare_exchange_n(&semaphore->__value, &value, value - 1, 0, __ATOMIC_ACQUIRE,
                                                    __ATOMIC_RELAXED));
}
int sem_init(sem_t *semaphore, int shared, unsigned int value)
{
    (void)shared;
    if (value > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    semaphore->__value = value;
    __fencesmith_sets_up(semaphore);
    return 0;
}
int sem_destroy(sem_t *semaphore)
{
    (void)units(semaphore);
    __atomic_store_n(&semaphore->__value, DESTROYED_SEMAPHORE, __ATOMIC_RELAXED);
    return 0;
}
int sem_wait(sem_t *semaphore)
{
    unsigned int value = units(semaphore);
    __fencesmith_await(value != 0);
    take(semaphore, value);
    return 0;
}
int sem_trywait(sem_t *semaphore)
{
    unsigned int value = units(semaphore);
    if (value == 0) {
        errno = EAGAIN;
        return -1;
    }
    take(semaphore, value);
    return 0;
}
/* Who gives up at some time looks once more then, and who has a unit by then looks at the time when it has it. Nobody
   gives up where there is a unit, and nobody waits for good. */
int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000) {
        errno = EINVAL;
        return -1;
    }
    int result = sem_trywait(semaphore);
    if (result)
        errno = ETIMEDOUT;
    return result;
}
/* Which clock says that it is late makes no difference: time is not modelled. */
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return sem_timedwait(semaphore, until);
}
int sem_post(sem_t *semaphore)
{
    __fencesmith_uses(semaphore);
    if (of_a_semaphore(__atomic_fetch_add(&semaphore->__value, 1, __ATOMIC_RELEASE)) + 1 > SEM_VALUE_MAX) {
        __atomic_fetch_sub(&semaphore->__value, 1, __ATOMIC_RELAXED);
        errno = EOVERFLOW;
        return -1;
    }
    return 0;
}
int sem_getvalue(sem_t *semaphore, int *value)
{
    unsigned int found = units(semaphore);
    *value = found > SEM_VALUE_MAX ? SEM_VALUE_MAX : (int)found;
    return 0;
}
