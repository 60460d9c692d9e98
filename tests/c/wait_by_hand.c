// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe
// Threads that give a mutex and take it again until something holds, and sleep in between.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;

static void *sleeps(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    while (!ready) {
        struct timespec moment = {0, 1000};
        pthread_mutex_unlock(&mutex);
        nanosleep(&moment, NULL);
        usleep(10);
        pthread_mutex_lock(&mutex);
    }
    assert(data == 1);
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void lets_others(pthread_mutex_t *held)
{
    pthread_mutex_unlock(held);
    sched_yield();
    pthread_mutex_lock(held);
}

static void *in_a_function(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    for (;;) {
        if (ready)
            break;
        lets_others(&mutex);
    }
    assert(data == 1);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, sleeps, 0);
    pthread_create(&second, 0, in_a_function, 0);
    pthread_mutex_lock(&mutex);
    data = 1;
    ready = 1;
    pthread_mutex_unlock(&mutex);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
