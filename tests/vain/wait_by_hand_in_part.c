// title: a function gives a mutex and does not always take it again, so that the next round gives what somebody else has
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int ready, closing;
static void lets_others(void)
{
    pthread_mutex_unlock(&mutex);
    if (closing)
        return;
    pthread_mutex_lock(&mutex);
}
static void *sets(void *a)
{
    pthread_mutex_lock(&mutex);
    closing = 1;
    ready = 1;
    pthread_mutex_unlock(&mutex);
    return a;
}
int main(void)
{
    pthread_t other;
    pthread_mutex_lock(&mutex);
    pthread_create(&other, 0, sets, 0);
    while (!ready)
        lets_others();
    pthread_join(other, 0);
    return 0;
}
