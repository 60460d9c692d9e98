/* What runs when a thread ends: cleanup handlers where it calls pthread_exit, then the destructors of thread-specific
   keys. The tool calls __fencesmith_thread_exits before the one and __fencesmith_thread_ends before the other end. A
   return from main ends the process and runs neither. What a key does that was never made, or is deleted, POSIX leaves
   undefined. */
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#define THREADS 64  /* as many as the tool has */
#define KEYS 512    /* of the first thread, where POSIX asks for 128 in all; the number of one that is deleted does not come back */
#define KEYS_EACH 8 /* of each other thread */
#define ROUNDS 4    /* PTHREAD_DESTRUCTOR_ITERATIONS */

/* A value is kept with its key by the thread that has it, which knows how many it has without looking at what others do. */
struct entry {
    unsigned int key;
    void *value;
};

static _Thread_local struct __fencesmith_cleanup *cleanups;
static _Thread_local struct entry entries[KEYS];
static _Thread_local unsigned int kept;
static _Thread_local unsigned int created;
static void (*destructors[KEYS + (THREADS - 1) * KEYS_EACH])(void *);
static _Bool usable[KEYS + (THREADS - 1) * KEYS_EACH];

extern void __fencesmith_misuse(const char *);
extern _Bool __fencesmith_nondet_bool(void);
extern unsigned int __fencesmith_thread_number(void);

/* The number of a key, which is one that was made and not deleted. */
static unsigned int used(unsigned int key)
{
    if (key >= sizeof usable / sizeof *usable || !__atomic_load_n(&usable[key], __ATOMIC_RELAXED))
        __fencesmith_misuse("a thread-specific key is used that was never made, or is deleted");
    return key;
}

struct __fencesmith_cleanup **__fencesmith_cleanups(void)
{
    return &cleanups;
}
static int is_left(const struct entry *entry)
{
    return entry->value && destructors[entry->key];
}
/* Destructors may make keys and set values, of which the next round knows. In which order they run POSIX leaves open: here it is that
   in which the thread has first given them values, or the other way round. */
void __fencesmith_thread_ends(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        unsigned int known = kept, left = 0;
        for (unsigned int i = 0; i < known; i++)
            left += is_left(&entries[i]) != 0;
        if (left == 0)
            break;
        _Bool backwards = left > 1 && __fencesmith_nondet_bool();
        for (unsigned int place = 0; place < known; place++) {
            struct entry *entry = &entries[backwards ? known - 1 - place : place];
            if (is_left(entry)) {
                void *value = entry->value;
                entry->value = 0;
                destructors[entry->key](value);
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
/* Threads number the keys that they make by themselves, so that the number hangs on nothing that others do. */
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    unsigned int thread = __fencesmith_thread_number(), number = created;
    if (number >= (thread == 0 ? KEYS : KEYS_EACH))
        return EAGAIN;
    created++;
    if (thread != 0)
        number += KEYS + (thread - 1) * KEYS_EACH;
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
static struct entry *entry_of(unsigned int key)
{
    for (unsigned int i = 0; i < kept; i++)
        if (entries[i].key == key)
            return &entries[i];
    return 0;
}
void *pthread_getspecific(pthread_key_t key)
{
    struct entry *entry = entry_of(used(key));
    return entry ? entry->value : 0;
}
int pthread_setspecific(pthread_key_t key, const void *value)
{
    struct entry *entry = entry_of(used(key));
    if (!entry) {
        if (kept == KEYS)
            return ENOMEM;
        entry = &entries[kept++];
        entry->key = key;
    }
    entry->value = (void *)value;
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
