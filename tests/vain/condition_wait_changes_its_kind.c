// title: a wait without a limit in the first round and one with a limit, which has passed, in the next one
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec past = {1, 0};
static int done, often;
static void *other(void *a)
{
    pthread_mutex_lock(&m);
    often = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t;
    int late = 0;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    while (!done) {
        int kind = often;
        if (kind) {
            late = pthread_cond_timedwait(&c, &m, &past);
            if (late == ETIMEDOUT)
                break;
        } else {
            pthread_cond_wait(&c, &m);
        }
    }
    assert(!late);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
