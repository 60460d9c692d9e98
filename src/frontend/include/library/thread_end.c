/* What runs when a thread ends: cleanup handlers where it calls pthread_exit, then the destructors of thread-specific
   keys. The tool calls __fencesmith_thread_exits before the one and __fencesmith_thread_ends before the other end. A
   return from main ends the process and runs neither. What a key does that was never made, or is deleted, POSIX leaves
   undefined. */
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#define KEYS 1024 /* as many as glibc has; the number of one that is deleted does not come back */
#define ROUNDS 4 /* PTHREAD_DESTRUCTOR_ITERATIONS */

static _Thread_local struct __fencesmith_cleanup *cleanups;
static _Thread_local void *values[KEYS];
static void (*destructors[KEYS])(void *);
static unsigned int created;
static _Bool usable[KEYS];

extern void __fencesmith_misuse(const char *);
extern _Bool __fencesmith_nondet_bool(void);

/* The number of a key, which is one that was made and not deleted. */
static unsigned int used(unsigned int key)
{
    if (key >= KEYS || !__atomic_load_n(&usable[key], __ATOMIC_RELAXED))
        __fencesmith_misuse("a thread-specific key is used that was never made, or is deleted");
    return key;
}

struct __fencesmith_cleanup **__fencesmith_cleanups(void)
{
    return &cleanups;
}
static int is_left(unsigned int key)
{
    return values[key] && destructors[key];
}
/* Destructors may make keys and set values, of which the next round knows. In which order they run POSIX leaves open: here it is that
   of the keys, or the other way round. */
void __fencesmith_thread_ends(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        unsigned int known = __atomic_load_n(&created, __ATOMIC_ACQUIRE), left = 0;
        if (known > KEYS)
            known = KEYS;
        for (unsigned int key = 0; key < known; key++)
            left += is_left(key) != 0;
        if (left == 0)
            break;
        _Bool backwards = left > 1 && __fencesmith_nondet_bool();
        for (unsigned int place = 0; place < known; place++) {
            unsigned int key = backwards ? known - 1 - place : place;
            if (is_left(key)) {
                void *value = values[key];
                values[key] = 0;
                destructors[key](value);
            }
        }
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
    __atomic_store_n(&usable[number], 1, __ATOMIC_RELAXED);
    *key = number;
    return 0;
}
int pthread_key_delete(pthread_key_t key)
{
    /* Nobody's destructor runs; the number does not come back. */
    destructors[used(key)] = 0;
    __atomic_store_n(&usable[key], 0, __ATOMIC_RELAXED);
    return 0;
}
void *pthread_getspecific(pthread_key_t key)
{
    return values[used(key)];
}
int pthread_setspecific(pthread_key_t key, const void *value)
{
    values[used(key)] = (void *)value;
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
