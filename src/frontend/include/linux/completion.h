#ifndef _FENCESMITH_LINUX_COMPLETION_H
#define _FENCESMITH_LINUX_COMPLETION_H
#include <asm/barrier.h>
#include <pthread.h>
/* A count that is changed and waited for under a lock, as the kernel's is: what is before complete() comes before what is behind the wait
   for it. That no wait ends but by being completed, by a signal say, is assumed. */
struct completion {
    unsigned int done;
    pthread_mutex_t __lock;
    pthread_cond_t __changed;
};
#define __COMPLETED_FOR_GOOD (~0u)
#define COMPLETION_INITIALIZER(name) { 0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER }
#define DECLARE_COMPLETION(name) struct completion name = COMPLETION_INITIALIZER(name)
#define DECLARE_COMPLETION_ONSTACK(name) DECLARE_COMPLETION(name)
static inline void init_completion(struct completion *completion)
{
    completion->done = 0;
    pthread_mutex_init(&completion->__lock, 0);
    pthread_cond_init(&completion->__changed, 0);
}
#define reinit_completion(completion) ((void)((completion)->done = 0))
static inline void complete(struct completion *completion)
{
    pthread_mutex_lock(&completion->__lock);
    if (completion->done != __COMPLETED_FOR_GOOD)
        completion->done++;
    pthread_cond_signal(&completion->__changed);
    pthread_mutex_unlock(&completion->__lock);
}
static inline void complete_all(struct completion *completion)
{
    pthread_mutex_lock(&completion->__lock);
    completion->done = __COMPLETED_FOR_GOOD;
    pthread_cond_broadcast(&completion->__changed);
    pthread_mutex_unlock(&completion->__lock);
}
static inline void wait_for_completion(struct completion *completion)
{
    pthread_mutex_lock(&completion->__lock);
    while (!completion->done)
        pthread_cond_wait(&completion->__changed, &completion->__lock);
    if (completion->done != __COMPLETED_FOR_GOOD)
        completion->done--;
    pthread_mutex_unlock(&completion->__lock);
}
/* Who finds nothing done has looked without the lock. */
static inline _Bool try_wait_for_completion(struct completion *completion)
{
    _Bool found = 1;
    if (!READ_ONCE(completion->done))
        return 0;
    pthread_mutex_lock(&completion->__lock);
    if (!completion->done)
        found = 0;
    else if (completion->done != __COMPLETED_FOR_GOOD)
        completion->done--;
    pthread_mutex_unlock(&completion->__lock);
    return found;
}
static inline _Bool completion_done(struct completion *completion)
{
    if (!READ_ONCE(completion->done))
        return 0;
    pthread_mutex_lock(&completion->__lock);
    pthread_mutex_unlock(&completion->__lock);
    return 1;
}
#endif
