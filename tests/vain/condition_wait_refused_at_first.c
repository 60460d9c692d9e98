// title: a wait until a time that is none, which gives no mutex, and then one that does
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
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
    for (;;) {
        if (done) break;
        struct timespec ts;
        ts.tv_sec = 2000000000;
        ts.tv_nsec = 1500000000;
        if (e == EINVAL) { ts.tv_sec++; ts.tv_nsec -= 1000000000; }
        e = pthread_cond_timedwait(&c, &m, &ts);
        if (e == ETIMEDOUT) break;
    }
    assert(!done);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
