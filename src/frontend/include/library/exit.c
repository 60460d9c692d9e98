/* Functions that run when the process ends by exit, by a return from main, or with its last thread, the last one first.
   Functions with the attribute destructor are given to atexit before anything else runs.

   Where the first thread ends by pthread_exit, the process goes on until the others have ended, and then ends as by exit. The
   thread that runs the functions then is one more, which the first thread starts when it ends and which waits until there
   is no other: nobody can tell it from the last one, but by thread-local objects. The first thread itself does not wait, for
   others may join it. The threads are counted where the program names pthread_exit or thrd_exit: see the tool's
   frontend/endings.rs. */
#include <pthread.h>
#include <stdlib.h>

#define HANDLERS 40 /* 32, as many as C promises, and some destructors */

extern void __fencesmith_await(int);

static void (*handlers[HANDLERS])(void);
static int registered;
static int running; /* threads but the first */
static _Thread_local _Bool is_first;

int atexit(void (*handler)(void))
{
    int number = __atomic_load_n(&registered, __ATOMIC_RELAXED);
    if (number == HANDLERS)
        return -1;
    number = __atomic_fetch_add(&registered, 1, __ATOMIC_ACQ_REL);
    __atomic_store_n(&handlers[number], handler, __ATOMIC_RELEASE);
    return 0;
}
/* Whether one runs that is registered meanwhile, C leaves open. */
void __fencesmith_process_ends(void)
{
    while (registered > 0) {
        registered--;
        void (*handler)(void) = __atomic_load_n(&handlers[registered], __ATOMIC_ACQUIRE);
        if (handler)
            handler();
    }
}
static void *runs_last(void *unused)
{
    __fencesmith_await(__atomic_load_n(&running, __ATOMIC_ACQUIRE) == 0);
    __fencesmith_process_ends();
    return unused;
}
void __fencesmith_process_begins(void)
{
    is_first = 1;
}
void __fencesmith_thread_begins(void)
{
    __atomic_fetch_add(&running, 1, __ATOMIC_RELAXED);
}
void __fencesmith_thread_is_over(void)
{
    if (is_first) {
        pthread_t last;
        pthread_create(&last, 0, runs_last, 0);
    } else {
        __atomic_fetch_sub(&running, 1, __ATOMIC_RELEASE);
    }
}
