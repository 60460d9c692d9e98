// verdict: sc violation, tso violation, pso violation
// property: assertion
// The same, where a function that waits is called by another one.
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int phase, done;
static void *other(void *a)
{
    pthread_mutex_lock(&m); phase = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m); phase = 2; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m); done = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
    return a;
}
static int inner(const struct timespec *at)
{
    int e = pthread_cond_timedwait(&c, &m, at);
    assert(at->tv_sec != 1001);
    return e;
}
static int outer(void)
{
    struct timespec ts = { phase + 1000, 0 };
    return inner(&ts);
}
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    while (!done) { outer(); }
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
