// verdict: sc safe, tso violation, pso violation
// An error-checking mutex that the thread holds is not touched by its lock.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t k = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static volatile int x, y, a, b;

static void *one(void *arg)
{
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_lock(&m);
    a = y;
    return arg;
}

static void *two(void *arg)
{
    pthread_mutex_lock(&k);
    y = 1;
    pthread_mutex_lock(&k);
    b = x;
    return arg;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a || b);
    return 0;
}
