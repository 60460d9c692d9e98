// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe
// Waits on a condition variable by functions of the program, as libraries for several systems have them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t mutex;
} lock;
typedef struct {
    pthread_cond_t variable;
} event;

static lock mutex = {PTHREAD_MUTEX_INITIALIZER};
static event changed = {PTHREAD_COND_INITIALIZER};
static int ready, data;

static void wait(event *on, lock *with)
{
    if (pthread_cond_wait(&on->variable, &with->mutex))
        abort();
}

static int wait_named(event *on, lock *with, const char *name)
{
    (void)name;
    return pthread_cond_wait(&on->variable, &with->mutex) == 0 ? 0 : -1;
}

static int wait_deeper(event *on)
{
    return wait_named(on, &mutex, "deeper");
}

static void *tell(void *unused)
{
    pthread_mutex_lock(&mutex.mutex);
    data = 1;
    ready = 1;
    pthread_cond_signal(&changed.variable);
    pthread_mutex_unlock(&mutex.mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, tell, 0);
    pthread_mutex_lock(&mutex.mutex);
#ifdef PLAIN
    while (!ready)
        wait(&changed, &mutex);
#else
    while (!ready)
        if (wait_deeper(&changed))
            abort();
#endif
    assert(data == 1);
    pthread_mutex_unlock(&mutex.mutex);
    pthread_join(thread, 0);
    (void)wait;
    return 0;
}
