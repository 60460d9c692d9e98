// verdict: sc safe, tso safe, pso safe
// One mutex is given and another one taken: from the second round on both calls answer errors.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t given = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, taken = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static _Atomic int ready;

static void *sets(void *arg)
{
    ready = 1;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, sets, 0);
    pthread_mutex_lock(&given);
    while (!ready) {
        pthread_mutex_unlock(&given);
        pthread_mutex_lock(&taken);
    }
    pthread_join(other, 0);
    assert(pthread_mutex_unlock(&given) != 0 || ready);
    return 0;
}
