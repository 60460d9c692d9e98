// verdict: sc safe, tso safe, pso safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
volatile int held;
void *run(void *p)
{
    assert(pthread_mutex_unlock(&m) == 1);
    int r = pthread_mutex_trylock(&m);
    assert(r == 16);
    return 0;
}
int main(void)
{
    pthread_t a;
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 35);
    pthread_create(&a, 0, run, 0);
    pthread_join(a, 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 1);
    return 0;
}
