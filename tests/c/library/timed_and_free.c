// verdict: sc safe, tso safe, pso safe
// Nobody gives up waiting for what nobody else has: POSIX has no timeout for who need not wait.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
int main(void)
{
    struct timespec soon = { 0, 0 };
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    sem_t units;
    sem_init(&units, 0, 1);
    assert(pthread_mutex_timedlock(&mutex, &soon) == 0);
    assert(sem_timedwait(&units, &soon) == 0);
    assert(sem_timedwait(&units, &soon) == -1);
    assert(pthread_rwlock_timedrdlock(&lock, &soon) == 0 && pthread_rwlock_timedrdlock(&lock, &soon) == 0);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) != 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == 0);
    assert(pthread_rwlock_timedrdlock(&lock, &soon) != 0);
    return 0;
}
