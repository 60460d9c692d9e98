/* Put in front of a batch of programs: what they call is the machine's. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int native_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int native_join(pthread_t handle, void **result);
void native_exit(void *result) __attribute__((noreturn));
pthread_t native_self(void);
int native_lock(pthread_mutex_t *mutex);
int native_trylock(pthread_mutex_t *mutex);
int native_unlock(pthread_mutex_t *mutex);
int native_yield(void);
void *native_malloc(size_t size);
void *native_calloc(size_t count, size_t size);
void native_free(void *block);
void *native_memcpy(void *to, const void *from, size_t size);
void *native_memset(void *to, int byte, size_t size);
int native_memcmp(const void *one, const void *other, size_t size);
void native_point(unsigned point);
void native_observe(int count, ...);

#define pthread_create native_create
#define pthread_join native_join
#define pthread_exit native_exit
#define pthread_self native_self
#define pthread_mutex_lock native_lock
#define pthread_mutex_trylock native_trylock
#define pthread_mutex_unlock native_unlock
#define sched_yield native_yield
#define malloc native_malloc
#define calloc native_calloc
#define free native_free
#define memcpy native_memcpy
#define memmove native_memcpy
#define memset native_memset
#define memcmp native_memcmp
/* The sanitiser's pass knows the new builtin only. */
#define __sync_synchronize() __atomic_thread_fence(__ATOMIC_SEQ_CST)

struct program {
    int (*main)(void);
    struct { char *begin, *end; } variables[2];
    bool private_main;
};
