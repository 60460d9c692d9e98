// verdict: sc safe, tso safe, pso safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t m;
    pthread_mutexattr_t a;
    int kind;
    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_settype(&a, 77) == 22);
    pthread_mutexattr_gettype(&a, &kind);
    assert(kind == PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_mutexattr_destroy(&a);
    for (int i = 0; i < 3; i++) assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    for (int i = 0; i < 4; i++) assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 1);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
