// title: who comes while it is being run once waits until it has been
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc safe, tso safe, pso safe, arm8 safe, power safe
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void set_up(void)
{
    pthread_mutex_lock(&mutex);
    value = 1;
    pthread_mutex_unlock(&mutex);
}

static void *user(void *unused)
{
    pthread_once(&once, set_up);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, user, NULL);
    pthread_create(&two, NULL, user, NULL);
    pthread_once(&once, set_up);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return value != 1;
}
