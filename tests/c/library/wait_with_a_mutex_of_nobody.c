// verdict: sc safe, tso safe, pso safe
// A mutex that checks its owner is not given by who does not hold it, nor taken by a wait that fails.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attributes);
    assert(pthread_cond_wait(&changed, &mutex) == EPERM);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    pthread_mutex_lock(&mutex);
    struct timespec until = { 1, 2000000000 };
    assert(pthread_cond_timedwait(&changed, &mutex, &until) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0);
    return 0;
}
