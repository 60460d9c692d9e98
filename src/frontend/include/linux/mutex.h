#ifndef _FENCESMITH_LINUX_MUTEX_H
#define _FENCESMITH_LINUX_MUTEX_H
#include <pthread.h>
struct mutex {
    pthread_mutex_t __mutex;
};
#define __MUTEX_INITIALIZER(name) { PTHREAD_MUTEX_INITIALIZER }
#define DEFINE_MUTEX(name) struct mutex name = __MUTEX_INITIALIZER(name)
#define mutex_init(lock) ((void)pthread_mutex_init(&(lock)->__mutex, 0))
#define mutex_destroy(lock) ((void)pthread_mutex_destroy(&(lock)->__mutex))
#define mutex_lock(lock) ((void)pthread_mutex_lock(&(lock)->__mutex))
#define mutex_unlock(lock) ((void)pthread_mutex_unlock(&(lock)->__mutex))
#define mutex_trylock(lock) (pthread_mutex_trylock(&(lock)->__mutex) == 0)
#endif
