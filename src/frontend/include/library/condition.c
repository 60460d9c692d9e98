/* Condition variables, POSIX and C11.
   A wait may end at any time without a signal (POSIX allows these spurious wake-ups), so that what a signal does beside
   waking cannot be told from outside: a wait gives the mutex, time passes, and it takes the mutex again. A wake-up that
   comes too early is lost: it changes nothing. The word of the variable is 0 where it is set up (as
   static ones are): so one that never was, was destroyed or was freed is noticed.

   Nor need an implementation wake anybody for no reason, and then who has come too late sleeps for good, and whoever waits in a loop
   for what the sleeper would do. Where deadlocks or such loops are looked for, it is therefore chosen at the beginning of a run whether waits end so, or by signals alone. In the latter case the
   variable knows its sleepers, one bit for each: who waits sets its own while it has the mutex, and sleeps until it is told that
   the sleep is over. That is said outside of the variable, which may be gone by then. A signal ends any one sleep, a broadcast all. Who waits with a
   limit never sleeps for good. The bits are those of all variables and are used in turn; runs are left out in which one comes up again whose sleeper
   still sleeps (64 waits later). Who gives up may as well have been known to nobody, so that waits that give up again and again need no
   bits. Who has one and a limit is therefore there to be ended, or for one of the two mistakes below, which is made while the thread
   still sleeps: runs are left out in which it does neither.

   Two mistakes need the sleepers, too: to destroy a variable on which somebody sleeps, and to sleep on it with another mutex than
   somebody who does. Where the program destroys one, or waits with mutexes that are written otherwise, the same is chosen (see the
   tool's frontend/lower/library/waking.rs). Right behind a broadcast nobody sleeps any more, though they have not got their mutex yet: POSIX
   allows to destroy the variable then. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <threads.h>

extern void __fencesmith_assume(int);
extern void __fencesmith_await(int);
extern _Bool __fencesmith_nondet_bool(void);
extern void __fencesmith_misuse(const char *);
extern void __fencesmith_sets_up(void *);
extern void __fencesmith_uses(void *);

#define DESTROYED_CONDITION 1
#define SLEEPERS 64

/* What a variable knows of its sleepers; the first reserved word says whether it is a copy (see the tool's frontend/copied.rs). */
#define SLEEPERS_OF(variable) (unsigned long *)&(variable)->__reserved[1]
/* The mutex of who fell asleep last. */
#define TAKEN_WITH(variable) (void **)&(variable)->__reserved[2]

#define HELD_MUTEX 0x6d /* the first byte of one that somebody holds: see the tool's ir/mutex.rs */

#define USED(variable) (__fencesmith_uses(variable), used(&(variable)->__state[0]))

static void used(int *state)
{
    if (__atomic_load_n(state, __ATOMIC_RELAXED) != 0)
        __fencesmith_misuse("a condition variable used that is not set up");
}

/* Waits end by signals alone. Nobody writes it once there are two threads. */
static _Bool only_signals_wake;

/* Somebody asks whether threads go round for good. Nobody writes it once there are two threads either. */
static _Bool for_good_is_asked;

/* How many waits there were, and whose sleeps are over. */
static unsigned int waits;
static unsigned long over = ~0ul;

static void sets_up(unsigned long *sleepers, void **taken_with)
{
    if (only_signals_wake) {
        *sleepers = 0;
        *taken_with = 0;
    }
}
/* Of those that a variable knows, who still sleeps. */
static unsigned long asleep(unsigned long known)
{
    return known ? known & ~__atomic_load_n(&over, __ATOMIC_RELAXED) : 0;
}
/* What is read of the mutex of others is that of one who sleeps, or of one who came behind them: all that sleep with one mutex have
   written it with that held, which the caller has now if it is the same. */
static unsigned long falls_asleep(unsigned long *sleepers, void **taken_with, void *mutex)
{
    unsigned long own = 1ul << __atomic_fetch_add(&waits, 1, __ATOMIC_RELAXED) % SLEEPERS;
    __fencesmith_assume((__atomic_fetch_and(&over, ~own, __ATOMIC_RELAXED) & own) != 0);
    unsigned long others = asleep(__atomic_fetch_or(sleepers, own, __ATOMIC_RELAXED));
    if (others && __atomic_load_n(taken_with, __ATOMIC_RELAXED) != mutex)
        __fencesmith_misuse("a condition variable waited on with two mutexes at once");
    /* An exchange, as the others are: a store would say that somebody is told, where the tool looks who waits for good. */
    (void)__atomic_exchange_n(taken_with, mutex, __ATOMIC_RELAXED);
    return own;
}
static void sleeps_on(unsigned long own)
{
    __fencesmith_await((__atomic_load_n(&over, __ATOMIC_RELAXED) & own) != 0);
}
static void nobody_sleeps(unsigned long *sleepers)
{
    if (only_signals_wake && asleep(__atomic_load_n(sleepers, __ATOMIC_RELAXED)))
        __fencesmith_misuse("a condition variable destroyed while somebody waits on it");
}
/* The same with a limit that is not reached. */
static void is_woken(unsigned long own)
{
    __fencesmith_assume((__atomic_load_n(&over, __ATOMIC_RELAXED) & own) != 0);
}
static void wakes_one(unsigned long *sleepers)
{
    unsigned long found = asleep(__atomic_load_n(sleepers, __ATOMIC_RELAXED));
    if (found) {
        unsigned long left = found & (found - 1), chosen = found - left;
        while (left && __fencesmith_nondet_bool()) {
            chosen = left & -left;
            left -= chosen;
        }
        __atomic_fetch_and(sleepers, ~chosen, __ATOMIC_RELAXED);
        __fencesmith_assume(!(__atomic_fetch_or(&over, chosen, __ATOMIC_RELAXED) & chosen));
    }
}
static void wakes_all(unsigned long *sleepers)
{
    unsigned long found = __atomic_exchange_n(sleepers, 0, __ATOMIC_RELAXED);
    if (found)
        __atomic_fetch_or(&over, found, __ATOMIC_RELAXED);
}

/* What the thread's last wait was: one that is left out took longer, instead of those behind it, and must be one that could have answered
   what they do. Of one that gave no mutex, or whose time was past from the beginning, that is not so. */
enum { GAVE_NOTHING, WAS_PAST, WAITED };
static _Thread_local unsigned char last_wait;

/* Gives the mutex; one that checks its owner answers an error where this thread does not hold it, and nobody sleeps then. */
static int gives(pthread_mutex_t *mutex, unsigned long own)
{
    int refused = pthread_mutex_unlock(mutex);
    if (refused) {
        __atomic_fetch_or(&over, own, __ATOMIC_RELAXED);
        last_wait = GAVE_NOTHING;
    }
    return refused;
}

int pthread_cond_init(pthread_cond_t *variable, const pthread_condattr_t *attributes)
{
    (void)attributes;
    variable->__state[0] = 0;
    sets_up(SLEEPERS_OF(variable), TAKEN_WITH(variable));
    __fencesmith_sets_up(variable);
    return 0;
}
int pthread_cond_destroy(pthread_cond_t *variable)
{
    USED(variable);
    nobody_sleeps(SLEEPERS_OF(variable));
    __atomic_store_n(&variable->__state[0], DESTROYED_CONDITION, __ATOMIC_RELAXED);
    return 0;
}
int pthread_cond_signal(pthread_cond_t *variable)
{
    USED(variable);
    if (only_signals_wake)
        wakes_one(SLEEPERS_OF(variable));
    return 0;
}
int pthread_cond_broadcast(pthread_cond_t *variable)
{
    USED(variable);
    if (only_signals_wake)
        wakes_all(SLEEPERS_OF(variable));
    return 0;
}
int pthread_cond_wait(pthread_cond_t *variable, pthread_mutex_t *mutex)
{
    USED(variable);
    last_wait = WAITED;
    if (only_signals_wake) {
        unsigned long own = falls_asleep(SLEEPERS_OF(variable), TAKEN_WITH(variable), mutex);
        int refused = gives(mutex, own);
        if (refused)
            return refused;
        sleeps_on(own);
    } else {
        int refused = pthread_mutex_unlock(mutex);
        if (refused) {
            last_wait = GAVE_NOTHING;
            return refused;
        }
    }
    pthread_mutex_lock(mutex);
    return 0;
}
/* The thread's last wait with a limit gave up, though signals alone end waits; its next one may not (see __fencesmith_waits_again_until). */
static _Thread_local _Bool gave_up, sleeps_next;

/* Whether a wait with a limit sleeps until it is woken, where signals alone end waits. */
static _Bool sleeps_until_woken(_Bool past)
{
    _Bool sleeps = !past && !__fencesmith_nondet_bool();
    __fencesmith_assume(sleeps || !sleeps_next);
    sleeps_next = 0;
    gave_up = !sleeps;
    return sleeps;
}
/* Of every clock the beginning is past; of other times nothing is known. */
static _Bool has_passed(const struct timespec *until)
{
    return until->tv_sec <= 0;
}
/* How often the thread has been woken before its time for no reason. */
static _Thread_local unsigned long woken;

/* Whether a wait that is not ended by a signal ends because it is late. Otherwise time has passed: no thread goes round so for good, and where that
   is asked no round is like the one before. */
static _Bool is_late(_Bool past)
{
    if (past || __fencesmith_nondet_bool())
        return 1;
    if (for_good_is_asked)
        __fencesmith_assume(++woken != 0);
    return 0;
}
int pthread_cond_timedwait(pthread_cond_t *variable, pthread_mutex_t *mutex, const struct timespec *until)
{
    USED(variable);
    _Bool late;
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000) {
        gave_up = sleeps_next = 0;
        last_wait = GAVE_NOTHING;
        return EINVAL;
    }
    _Bool past = has_passed(until);
    last_wait = past ? WAS_PAST : WAITED;
    if (only_signals_wake && sleeps_until_woken(past)) {
        unsigned long own = falls_asleep(SLEEPERS_OF(variable), TAKEN_WITH(variable), mutex);
        int refused = gives(mutex, own);
        if (refused)
            return refused;
        is_woken(own);
        late = 0;
    } else {
        int refused = pthread_mutex_unlock(mutex);
        if (refused) {
            last_wait = GAVE_NOTHING;
            return refused;
        }
        late = only_signals_wake || is_late(past);
    }
    pthread_mutex_lock(mutex);
    return late ? ETIMEDOUT : 0;
}
/* Which clock says that it is late makes no difference: time is not modelled. */
int pthread_cond_clockwait(pthread_cond_t *variable, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return pthread_cond_timedwait(variable, mutex, until);
}
void __fencesmith_chooses_waking(int for_good)
{
    only_signals_wake = __fencesmith_nondet_bool();
    for_good_is_asked = for_good;
}
/* What a wait finds that is the second one of a loop that does nothing else: see the tool's frontend/predicate.rs. This
   thread holds the mutex. 0: such a wait may be left out. */
int __fencesmith_waits_again(int *variable, unsigned int *mutex)
{
    used(variable);
    if (__atomic_load_n(mutex, __ATOMIC_RELAXED) >> 24 != HELD_MUTEX)
        __fencesmith_misuse("a mutex is used that is not what it was when it was locked");
    return only_signals_wake || last_wait == GAVE_NOTHING;
}
/* With a limit, where signals alone end waits: a wait that gives up does nothing but give the mutex and take it again. Of two
   in turn one may be left out, so that the second one sleeps; unless somebody asks whether the thread goes round for good. */
int __fencesmith_waits_again_until(int *variable, unsigned int *mutex, const struct timespec *until)
{
    int goes_on = __fencesmith_waits_again(variable, mutex);
    sleeps_next = only_signals_wake && gave_up && !for_good_is_asked;
    return goes_on || (last_wait == WAS_PAST && !has_passed(until)) || until->tv_nsec < 0 || until->tv_nsec >= 1000000000;
}
int cnd_init(cnd_t *variable)
{
    variable->__state[0] = 0;
    sets_up(SLEEPERS_OF(variable), TAKEN_WITH(variable));
    __fencesmith_sets_up(variable);
    return thrd_success;
}
void cnd_destroy(cnd_t *variable)
{
    USED(variable);
    nobody_sleeps(SLEEPERS_OF(variable));
    __atomic_store_n(&variable->__state[0], DESTROYED_CONDITION, __ATOMIC_RELAXED);
}
int cnd_signal(cnd_t *variable)
{
    USED(variable);
    if (only_signals_wake)
        wakes_one(SLEEPERS_OF(variable));
    return thrd_success;
}
int cnd_broadcast(cnd_t *variable)
{
    USED(variable);
    if (only_signals_wake)
        wakes_all(SLEEPERS_OF(variable));
    return thrd_success;
}
int cnd_wait(cnd_t *variable, mtx_t *mutex)
{
    USED(variable);
    last_wait = WAITED;
    if (only_signals_wake) {
        unsigned long own = falls_asleep(SLEEPERS_OF(variable), TAKEN_WITH(variable), mutex);
        mtx_unlock(mutex);
        sleeps_on(own);
    } else {
        mtx_unlock(mutex);
    }
    mtx_lock(mutex);
    return thrd_success;
}
int cnd_timedwait(cnd_t *variable, mtx_t *mutex, const struct timespec *until)
{
    USED(variable);
    _Bool late, past = has_passed(until);
    last_wait = past ? WAS_PAST : WAITED;
    if (only_signals_wake && sleeps_until_woken(past)) {
        unsigned long own = falls_asleep(SLEEPERS_OF(variable), TAKEN_WITH(variable), mutex);
        mtx_unlock(mutex);
        is_woken(own);
        late = 0;
    } else {
        mtx_unlock(mutex);
        late = only_signals_wake || is_late(past);
    }
    mtx_lock(mutex);
    return late ? thrd_timedout : thrd_success;
}
