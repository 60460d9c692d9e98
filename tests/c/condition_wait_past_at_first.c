// verdict: sc violation, tso violation, pso violation
// property: assertion
// The first wait is until a time that is past, and can only be late; only a later one is woken.
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
int main(void)
{
    int e = 0;
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    while (!done) {
        struct timespec ts;
        ts.tv_sec = e ? 2000000000 : 0;
        ts.tv_nsec = 0;
        e = pthread_cond_timedwait(&c, &m, &ts);
    }
    assert(e == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
