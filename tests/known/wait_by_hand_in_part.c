// title: a function gives a mutex and does not always take it again: who calls it next time gives what it has not
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static _Atomic int ready, closing;

static void lets_others(void)
{
    pthread_mutex_unlock(&mutex);
    if (closing)
        return;
    pthread_mutex_lock(&mutex);
}

static void *sets(void *arg)
{
    closing = 1;
    ready = 1;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, sets, 0);
    pthread_mutex_lock(&mutex);
    while (!ready)
        lets_others();
    pthread_join(other, 0);
    assert(ready && closing);
    return 0;
}
