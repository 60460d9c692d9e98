// verdict: sc safe
// Waits whose clock is said are those of the other names.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static int ready;

static void *set(void *unused)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec until;
    int late = 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec++;
    pthread_create(&thread, 0, set, 0);
    if (pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until) == 0) {
        while (!ready && late != ETIMEDOUT)
            late = pthread_cond_clockwait(&changed, &mutex, CLOCK_MONOTONIC, &until);
        assert(ready || late == ETIMEDOUT);
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, 0);
    assert(ready);

    sem_init(&semaphore, 0, 1);
    assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &until) == 0);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &until) == 0);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &until) == 0);
    pthread_rwlock_unlock(&lock);
    return 0;
}
