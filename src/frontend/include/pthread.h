#ifndef _FENCESMITH_PTHREAD_H
#define _FENCESMITH_PTHREAD_H
#include <sched.h>
#include <sys/basic_types.h>
#include <time.h>
/* Sizes and alignments are those of x86-64 Linux. The lock word is the int at offset 0; 0 is free. The members of a mutex are
   those of glibc, as programs write them in initialisers. The state of a barrier is the long at offset 0. */
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union {
    struct {
        int __lock;
        unsigned int __count;
        int __owner;
        unsigned int __nusers;
        int __kind;
        short __spins;
        short __elision;
        struct {
            void *__prev;
            void *__next;
        } __list;
    } __data;
    char __size[40];
    long __align;
} pthread_mutex_t;
typedef struct {
    unsigned long __state;
    long __reserved[3];
} pthread_barrier_t;
typedef struct {
    int __state[2];
    long __reserved[5];
} pthread_cond_t;
typedef struct {
    int __state[2];
    long __reserved[6];
} pthread_rwlock_t;
/* The tag and the guard are the system's: some of its headers declare the type, too. */
union pthread_attr_t {
    long __reserved[7];
};
#ifndef __have_pthread_attr_t
#define __have_pthread_attr_t 1
typedef union pthread_attr_t pthread_attr_t;
#endif
typedef struct {
    int __kind;
} pthread_mutexattr_t;
typedef struct {
    int __kind;
} pthread_condattr_t;
typedef struct {
    int __kind;
} pthread_barrierattr_t;
typedef struct {
    long __kind;
} pthread_rwlockattr_t;
#define __FENCESMITH_MUTEX(kind) { { 0, 0, 0, 0, kind, 0, 0, { 0, 0 } } }
#define PTHREAD_MUTEX_INITIALIZER __FENCESMITH_MUTEX(PTHREAD_MUTEX_NORMAL)
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP __FENCESMITH_MUTEX(PTHREAD_MUTEX_RECURSIVE)
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP __FENCESMITH_MUTEX(PTHREAD_MUTEX_ERRORCHECK)
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP __FENCESMITH_MUTEX(PTHREAD_MUTEX_ADAPTIVE_NP)
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP \
    { { 0 }, { 0, 0, 0, 0, 0, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP } }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_CANCELED ((void *)-1)
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_TIMED_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_FAST_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_RECURSIVE_NP PTHREAD_MUTEX_RECURSIVE
#define PTHREAD_MUTEX_ERRORCHECK_NP PTHREAD_MUTEX_ERRORCHECK
#define PTHREAD_MUTEX_ADAPTIVE_NP 3
#define PTHREAD_RWLOCK_PREFER_READER_NP 0
#define PTHREAD_RWLOCK_PREFER_WRITER_NP 1
#define PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP 2
#define PTHREAD_RWLOCK_DEFAULT_NP PTHREAD_RWLOCK_PREFER_READER_NP
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_MUTEX_STALLED 0
#define PTHREAD_MUTEX_ROBUST 1
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
#define PTHREAD_STACK_MIN 16384
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_detach(pthread_t);
extern void pthread_exit(void *) __attribute__((__noreturn__));
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t, pthread_t);
extern int pthread_cancel(pthread_t);
extern int pthread_setcancelstate(int, int *);
extern int pthread_setcanceltype(int, int *);
extern int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t *);
extern int pthread_getaffinity_np(pthread_t, size_t, cpu_set_t *);
extern int pthread_setschedparam(pthread_t, int, const struct sched_param *);
extern int pthread_setschedprio(pthread_t, int);
extern void pthread_testcancel(void);
extern int pthread_yield(void);
extern int pthread_once(pthread_once_t *, void (*)(void));
extern int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));
extern int pthread_attr_init(pthread_attr_t *);
extern int pthread_attr_destroy(pthread_attr_t *);
extern int pthread_attr_setdetachstate(pthread_attr_t *, int);
extern int pthread_attr_setscope(pthread_attr_t *, int);
extern int pthread_attr_setaffinity_np(pthread_attr_t *, size_t, const cpu_set_t *);
extern int pthread_attr_setguardsize(pthread_attr_t *, size_t);
extern int pthread_attr_setinheritsched(pthread_attr_t *, int);
extern int pthread_attr_setschedparam(pthread_attr_t *, const struct sched_param *);
extern int pthread_attr_setschedpolicy(pthread_attr_t *, int);
extern int pthread_attr_setstacksize(pthread_attr_t *, size_t);
extern int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
extern int pthread_mutex_destroy(pthread_mutex_t *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_mutexattr_init(pthread_mutexattr_t *);
extern int pthread_mutexattr_destroy(pthread_mutexattr_t *);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
extern int pthread_mutexattr_gettype(const pthread_mutexattr_t *, int *);
extern int pthread_mutexattr_setpshared(pthread_mutexattr_t *, int);
extern int pthread_mutexattr_setprotocol(pthread_mutexattr_t *, int);
extern int pthread_spin_init(pthread_spinlock_t *, int);
extern int pthread_spin_destroy(pthread_spinlock_t *);
extern int pthread_spin_lock(pthread_spinlock_t *);
extern int pthread_spin_trylock(pthread_spinlock_t *);
extern int pthread_spin_unlock(pthread_spinlock_t *);
extern int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned int);
extern int pthread_barrier_destroy(pthread_barrier_t *);
extern int pthread_barrier_wait(pthread_barrier_t *);
extern int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
extern int pthread_cond_destroy(pthread_cond_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
extern int pthread_cond_signal(pthread_cond_t *);
extern int pthread_cond_broadcast(pthread_cond_t *);
extern int pthread_rwlockattr_init(pthread_rwlockattr_t *);
extern int pthread_rwlockattr_destroy(pthread_rwlockattr_t *);
extern int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *, int);
extern int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *, int);
extern int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *, int *);
extern int pthread_rwlock_init(pthread_rwlock_t *, const pthread_rwlockattr_t *);
extern int pthread_rwlock_destroy(pthread_rwlock_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *);
extern int pthread_rwlock_tryrdlock(pthread_rwlock_t *);
extern int pthread_rwlock_timedrdlock(pthread_rwlock_t *, const struct timespec *);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *);
extern int pthread_rwlock_timedwrlock(pthread_rwlock_t *, const struct timespec *);
extern int pthread_rwlock_trywrlock(pthread_rwlock_t *);
extern int pthread_rwlock_unlock(pthread_rwlock_t *);
#ifdef _GNU_SOURCE
extern int pthread_mutex_clocklock(pthread_mutex_t *, clockid_t, const struct timespec *);
extern int pthread_cond_clockwait(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
extern int pthread_rwlock_clockrdlock(pthread_rwlock_t *, clockid_t, const struct timespec *);
extern int pthread_rwlock_clockwrlock(pthread_rwlock_t *, clockid_t, const struct timespec *);
#endif
extern int pthread_key_create(pthread_key_t *, void (*)(void *));
extern int pthread_key_delete(pthread_key_t);
extern void *pthread_getspecific(pthread_key_t);
extern int pthread_setspecific(pthread_key_t, const void *);
extern int pthread_setname_np(pthread_t, const char *);
/* The handlers of a thread, the last one first; the two macros are a block together, as POSIX allows. */
struct __fencesmith_cleanup {
    void (*routine)(void *);
    void *argument;
    struct __fencesmith_cleanup *next;
};
extern struct __fencesmith_cleanup **__fencesmith_cleanups(void);
#define pthread_cleanup_push(function, value) \
    do { \
        struct __fencesmith_cleanup __fencesmith_this = { (function), (value), *__fencesmith_cleanups() }; \
        *__fencesmith_cleanups() = &__fencesmith_this;
#define pthread_cleanup_pop(execute) \
        *__fencesmith_cleanups() = __fencesmith_this.next; \
        if (execute) \
            __fencesmith_this.routine(__fencesmith_this.argument); \
    } while (0)
#endif
