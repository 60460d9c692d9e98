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
    unsigned int called; /* in which round of destructors last */
    unsigned int set;    /* in which round last, none before the first */
    void *value;
};

static _Thread_local struct __fencesmith_cleanup *cleanups;
static _Thread_local struct entry entries[KEYS];
static _Thread_local unsigned int kept;
static _Thread_local unsigned int round;
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
/* An entry whose destructor is to be called in this round, and that. In which order they run POSIX leaves open: it is any of them. What a
   destructor has set in the round itself may be left to the next one. */
static struct entry *next_of_round(void (**destructor)(void *))
{
    struct entry *next = 0;
    for (unsigned int i = 0; i < kept; i++) {
        struct entry *entry = &entries[i];
        /* Another thread may delete the key in between. */
        void (*own)(void *) = entry->value && entry->called < round ? destructors[entry->key] : 0;
        if (!own || (entry->set == round && __fencesmith_nondet_bool()))
            continue;
        if (next && __fencesmith_nondet_bool())
            break;
        next = entry;
        *destructor = own;
    }
    return next;
}
void __fencesmith_thread_ends(void)
{
    for (unsigned int left = 1; left && round < ROUNDS;) {
        struct entry *entry;
        void (*destructor)(void *);
        round++;
        for (left = 0; (entry = next_of_round(&destructor)); left++) {
            void *value = entry->value;
            entry->called = round;
            entry->value = 0;
            destructor(value);
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
    entry->set = round;
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
