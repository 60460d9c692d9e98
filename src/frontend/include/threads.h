#ifndef _FENCESMITH_THREADS_H
#define _FENCESMITH_THREADS_H
#include <time.h>
typedef unsigned long thrd_t;
typedef unsigned int tss_t;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);
/* As with pthread_mutex_t, the lock word is the int at offset 0. */
typedef struct {
    int __lock;
    int __kind;
    long __reserved[4];
} mtx_t;
typedef struct {
    int __state[2];
    long __reserved[5];
} cnd_t;
typedef struct {
    int __state;
} once_flag;
#define ONCE_FLAG_INIT { 0 }
#define TSS_DTOR_ITERATIONS 4
#define thread_local _Thread_local
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };
extern int thrd_create(thrd_t *, thrd_start_t, void *);
extern int thrd_join(thrd_t, int *);
extern int thrd_detach(thrd_t);
extern void thrd_exit(int) __attribute__((__noreturn__));
extern thrd_t thrd_current(void);
extern int thrd_equal(thrd_t, thrd_t);
extern int thrd_sleep(const struct timespec *, struct timespec *);
extern void thrd_yield(void);
extern int mtx_init(mtx_t *, int);
extern void mtx_destroy(mtx_t *);
extern int mtx_lock(mtx_t *);
extern int mtx_trylock(mtx_t *);
extern int mtx_timedlock(mtx_t *, const struct timespec *);
extern int mtx_unlock(mtx_t *);
extern int cnd_init(cnd_t *);
extern void cnd_destroy(cnd_t *);
extern int cnd_wait(cnd_t *, mtx_t *);
extern int cnd_timedwait(cnd_t *, mtx_t *, const struct timespec *);
extern int cnd_signal(cnd_t *);
extern int cnd_broadcast(cnd_t *);
extern void call_once(once_flag *, void (*)(void));
extern int tss_create(tss_t *, tss_dtor_t);
extern void tss_delete(tss_t);
extern void *tss_get(tss_t);
extern int tss_set(tss_t, void *);
#endif
