// title: a wait that gives up again and again looks once more when another thread has done it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *sets(void *unused)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}
int main(void)
{
    pthread_t thread;
    struct timespec until = {1};
    pthread_create(&thread, 0, sets, 0);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_timedwait(&changed, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
