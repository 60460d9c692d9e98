/* What runs when a thread ends: cleanup handlers where it calls pthread_exit, then the destructors of thread-specific
   keys. The tool calls __fencesmith_thread_exits before the one and __fencesmith_thread_ends before the other end. A
   return from main ends the process and runs neither. */
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#define KEYS 128 /* as many as POSIX promises */
#define ROUNDS 4 /* PTHREAD_DESTRUCTOR_ITERATIONS */

static _Thread_local struct __fencesmith_cleanup *cleanups;
static _Thread_local void *values[KEYS];
static void (*destructors[KEYS])(void *);
static unsigned int created;

struct __fencesmith_cleanup **__fencesmith_cleanups(void)
{
    return &cleanups;
}
void __fencesmith_thread_ends(void)
{
    unsigned int known = __atomic_load_n(&created, __ATOMIC_ACQUIRE);
    for (int round = 0; round < ROUNDS; round++) {
        int again = 0;
        for (unsigned int key = 0; key < KEYS && key < known; key++) {
            void *value = values[key];
            if (value && destructors[key]) {
                values[key] = 0;
                destructors[key](value);
                again = 1;
            }
        }
        if (!again)
            break;
    }
}
void __fencesmith_thread_exits(void)
{
    while (cleanups) {
        struct __fencesmith_cleanup *last = cleanups;
        cleanups = last->next;
        last->routine(last->argument);
    }
    __fencesmith_thread_ends();
}
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    unsigned int number = __atomic_fetch_add(&created, 1, __ATOMIC_ACQ_REL);
    if (number >= KEYS)
        return EAGAIN;
    destructors[number] = destructor;
    *key = number;
    return 0;
}
int pthread_key_delete(pthread_key_t key)
{
    if (key >= KEYS)
        return EINVAL;
    /* Nobody's destructor runs; the number does not come back. */
    destructors[key] = 0;
    return 0;
}
void *pthread_getspecific(pthread_key_t key)
{
    return key < KEYS ? values[key] : 0;
}
int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= KEYS)
        return EINVAL;
    values[key] = (void *)value;
    return 0;
}
int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}
void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}
void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}
int tss_set(tss_t key, void *value)
{
    return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}
