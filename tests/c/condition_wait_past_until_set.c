// verdict: sc violation, tso violation, pso violation
// property: assertion
// The time is set by another thread.
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
static struct timespec until;
static void *sets(void *a)
{
    pthread_mutex_lock(&m);
    until.tv_sec = 2000000000;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    int e = 0;
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, sets, 0);
    while (!done) {
        e = pthread_cond_timedwait(&c, &m, &until);
    }
    assert(e == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
