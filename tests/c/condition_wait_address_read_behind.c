// verdict: sc violation, tso violation, pso violation
// property: assertion
// A function that waits reads, behind its wait, what the round has computed before it.
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
static int waits(const int *was) { pthread_cond_wait(&c, &m); return *was; }
int main(void)
{
    int got = 0;
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    while (!done) {
        int was = phase;
        got = waits(&was);
    }
    assert(got != 1);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
