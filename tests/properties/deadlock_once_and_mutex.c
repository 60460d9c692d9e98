// title: what is run once waits for a mutex, whose owner waits for it to have been run
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: deadlock
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void set_up(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

static void *user(void *unused)
{
    pthread_once(&once, set_up);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, user, NULL);
    pthread_mutex_lock(&mutex);
    pthread_once(&once, set_up);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
