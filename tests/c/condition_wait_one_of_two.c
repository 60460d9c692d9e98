// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe
// Which of two waits it is says what no round changes: a parameter, or a variable that is older than the loop.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const struct timespec far = {1000000000, 0};
static int ready, *head, data;

static int wait_for(pthread_cond_t *on, pthread_mutex_t *with, const struct timespec *until)
{
    if (until)
        return pthread_cond_timedwait(on, with, until);
    return pthread_cond_wait(on, with);
}

static int sleep_for(int seconds)
{
    int late;
    if (seconds < 0) {
        late = pthread_cond_wait(&changed, &mutex);
    } else {
        struct timespec until = {seconds, 0};
        late = pthread_cond_timedwait(&changed, &mutex, &until);
    }
    return late == ETIMEDOUT ? -1 : 0;
}

static void *in_functions(void *arg)
{
    const struct timespec *until = arg;
    int found = 1;
    pthread_mutex_lock(&mutex);
    while (!head && found)
        found = wait_for(&changed, &mutex, until) == 0;
    while (!ready)
        sleep_for(-1);
    assert(data == 1);
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void *in_the_loop(void *arg)
{
    const struct timespec *until = arg;
    int late = 0;
    pthread_mutex_lock(&mutex);
    while (!ready) {
        if (until) {
            late = pthread_cond_timedwait(&changed, &mutex, until);
            if (late)
                break;
        } else {
            pthread_cond_wait(&changed, &mutex);
        }
    }
    assert(late || data == 1);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, in_functions, 0);
    pthread_create(&second, 0, in_the_loop, (void *)&far);
    pthread_mutex_lock(&mutex);
    head = &data;
    data = 1;
    ready = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
