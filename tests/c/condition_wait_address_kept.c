// verdict: sc violation, tso violation, pso violation
// property: assertion
// The address of what is computed is kept where the loop is left, and the loop is entered again.
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
    struct timespec ts, *g = 0;
    int k;
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    for (k = 0; k < 2; k++)
        for (;;) {
            ts.tv_sec = phase + 2000000000;
            ts.tv_nsec = 0;
            if (k == 0) { g = &ts; break; }
            pthread_cond_timedwait(&c, &m, &ts);
            if (done) break;
        }
    assert(g->tv_sec != 2000000001);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
