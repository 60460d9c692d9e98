/* Condition variables, POSIX and C11.
   A wait may end at any time without a signal (POSIX allows these spurious wake-ups), so that what a signal does beside
   waking cannot be told from outside: a wait gives the mutex, time passes, and it takes the mutex again. A wake-up that
   comes too early is lost: it changes nothing. The word of the variable is 0 where it is set up (as
   static ones are): so one that never was, was destroyed or was freed is noticed. */
#include <errno.h>
#include <pthread.h>
#include <threads.h>

extern _Bool __fencesmith_nondet_bool(void);

extern void __fencesmith_misuse(const char *);
extern void __fencesmith_sets_up(void *);
extern void __fencesmith_uses(void *);

#define DESTROYED_CONDITION 1

#define HELD_MUTEX 0x6d /* the first byte of one that somebody holds: see the tool's ir/mutex.rs */

#define USED(variable) (__fencesmith_uses(variable), used(&(variable)->__state[0]))

static void used(int *state)
{
    if (__atomic_load_n(state, __ATOMIC_RELAXED) != 0)
        __fencesmith_misuse("a condition variable used that is not set up");
}

int pthread_cond_init(pthread_cond_t *variable, const pthread_condattr_t *attributes)
{
    (void)attributes;
    variable->__state[0] = 0;
    __fencesmith_sets_up(variable);
    return 0;
}
int pthread_cond_destroy(pthread_cond_t *variable)
{
    USED(variable);
    __atomic_store_n(&variable->__state[0], DESTROYED_CONDITION, __ATOMIC_RELAXED);
    return 0;
}
int pthread_cond_signal(pthread_cond_t *variable)
{
    USED(variable);
    return 0;
}
int pthread_cond_broadcast(pthread_cond_t *variable)
{
    USED(variable);
    return 0;
}
int pthread_cond_wait(pthread_cond_t *variable, pthread_mutex_t *mutex)
{
    USED(variable);
    pthread_mutex_unlock(mutex);
    pthread_mutex_lock(mutex);
    return 0;
}
int pthread_cond_timedwait(pthread_cond_t *variable, pthread_mutex_t *mutex, const struct timespec *until)
{
    (void)until;
    pthread_cond_wait(variable, mutex);
    return __fencesmith_nondet_bool() ? ETIMEDOUT : 0;
}
/* What a wait finds that is the second one of a loop that does nothing else: see the tool's frontend/predicate.rs. This
   thread holds the mutex. */
void __fencesmith_waits_again(int *variable, unsigned int *mutex)
{
    used(variable);
    if (__atomic_load_n(mutex, __ATOMIC_RELAXED) >> 24 != HELD_MUTEX)
        __fencesmith_misuse("a mutex is used that is not what it was when it was locked");
}
int cnd_init(cnd_t *variable)
{
    variable->__state[0] = 0;
    __fencesmith_sets_up(variable);
    return thrd_success;
}
void cnd_destroy(cnd_t *variable)
{
    USED(variable);
    __atomic_store_n(&variable->__state[0], DESTROYED_CONDITION, __ATOMIC_RELAXED);
}
int cnd_signal(cnd_t *variable)
{
    USED(variable);
    return thrd_success;
}
int cnd_broadcast(cnd_t *variable)
{
    USED(variable);
    return thrd_success;
}
int cnd_wait(cnd_t *variable, mtx_t *mutex)
{
    USED(variable);
    mtx_unlock(mutex);
    mtx_lock(mutex);
    return thrd_success;
}
int cnd_timedwait(cnd_t *variable, mtx_t *mutex, const struct timespec *until)
{
    (void)until;
    cnd_wait(variable, mutex);
    return __fencesmith_nondet_bool() ? thrd_timedout : thrd_success;
}
