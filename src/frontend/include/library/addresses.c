/* Functions of the library whose address somebody takes: what is called through it does what the function does. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

void __fencesmith_at_free(void *block)
{
    free(block);
}
void *__fencesmith_at_malloc(size_t size)
{
    return malloc(size);
}
void *__fencesmith_at_calloc(size_t count, size_t size)
{
    return calloc(count, size);
}
void *__fencesmith_at_aligned_alloc(size_t align, size_t size)
{
    return aligned_alloc(align, size);
}
void __fencesmith_at_abort(void)
{
    abort();
}
void __fencesmith_at_exit(int status)
{
    exit(status);
}
void __fencesmith_at__exit(int status)
{
    _exit(status);
}
void *__fencesmith_at_memcpy(void *to, const void *from, size_t size)
{
    return memcpy(to, from, size);
}
void *__fencesmith_at_memmove(void *to, const void *from, size_t size)
{
    return memmove(to, from, size);
}
void *__fencesmith_at_memset(void *block, int byte, size_t size)
{
    return memset(block, byte, size);
}
int __fencesmith_at_puts(const char *text)
{
    return puts(text);
}
int __fencesmith_at_putchar(int byte)
{
    return putchar(byte);
}
int __fencesmith_at_fputs(const char *text, FILE *file)
{
    return fputs(text, file);
}
void __fencesmith_at_perror(const char *text)
{
    perror(text);
}
int __fencesmith_at_fflush(FILE *file)
{
    return fflush(file);
}
int __fencesmith_at_rand(void)
{
    return rand();
}
long __fencesmith_at_random(void)
{
    return random();
}
int __fencesmith_at_sched_yield(void)
{
    return sched_yield();
}
void __fencesmith_at_thrd_yield(void)
{
    thrd_yield();
}
int __fencesmith_at_usleep(useconds_t time)
{
    return usleep(time);
}
unsigned int __fencesmith_at_sleep(unsigned int time)
{
    return sleep(time);
}
pthread_t __fencesmith_at_pthread_self(void)
{
    return pthread_self();
}
void __fencesmith_at_pthread_exit(void *value)
{
    pthread_exit(value);
}
int __fencesmith_at_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return pthread_mutex_lock(mutex);
}
int __fencesmith_at_pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return pthread_mutex_trylock(mutex);
}
int __fencesmith_at_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    return pthread_mutex_unlock(mutex);
}
int __fencesmith_at_pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return pthread_mutex_destroy(mutex);
}
int __fencesmith_at_pthread_spin_lock(pthread_spinlock_t *lock)
{
    return pthread_spin_lock(lock);
}
int __fencesmith_at_pthread_spin_trylock(pthread_spinlock_t *lock)
{
    return pthread_spin_trylock(lock);
}
int __fencesmith_at_pthread_spin_unlock(pthread_spinlock_t *lock)
{
    return pthread_spin_unlock(lock);
}
int __fencesmith_at_pthread_spin_destroy(pthread_spinlock_t *lock)
{
    return pthread_spin_destroy(lock);
}
int __fencesmith_at_mtx_lock(mtx_t *mutex)
{
    return mtx_lock(mutex);
}
int __fencesmith_at_mtx_trylock(mtx_t *mutex)
{
    return mtx_trylock(mutex);
}
int __fencesmith_at_mtx_unlock(mtx_t *mutex)
{
    return mtx_unlock(mutex);
}
void __fencesmith_at_mtx_destroy(mtx_t *mutex)
{
    mtx_destroy(mutex);
}
