// verdict: sc violation, tso violation, pso violation
// property: assertion
// The same with the functions of C11.
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
#include <threads.h>
static mtx_t x; static cnd_t y;
static int other2(void *a) { (void)a; mtx_lock(&x); done = 1; cnd_signal(&y); mtx_unlock(&x); return 0; }
int main(void)
{
    int e = thrd_success;
    thrd_t t;
    mtx_init(&x, mtx_plain | mtx_timed); cnd_init(&y);
    mtx_lock(&x);
    thrd_create(&t, other2, 0);
    for (;;) {
        if (done) break;
        struct timespec ts = { 0, 0 };
        if (e == thrd_timedout) ts.tv_sec = 2000000000;
        e = cnd_timedwait(&y, &x, &ts);
    }
    assert(e == thrd_timedout);
    mtx_unlock(&x);
    thrd_join(t, 0);
    return 0;
}
