// title: what a wait answers is counted in the variable that keeps it
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec far = {1000000000, 0};
static int done;
static void *other(void *a)
{
    pthread_mutex_lock(&m);
    done = 1;
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
        late = pthread_cond_timedwait(&c, &m, &far) == ETIMEDOUT ? late + 1 : 0;
        if (late == 2)
            break;
    }
    assert(done);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
