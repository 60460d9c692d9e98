// title: A loop of condition waits that compares what it read before the wait with what the wait answers
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, pso violation
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int entered, phase, ready, bad;
static void *tell(void *u)
{
    pthread_mutex_lock(&m);
    if (entered) {
        phase = 1;
        pthread_cond_broadcast(&c);
    }
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, tell, 0);
    pthread_mutex_lock(&m);
    entered = 1;
    while (!ready)
        if (phase + pthread_cond_wait(&c, &m) == 1) {
            bad = 1;
            break;
        }
    assert(!bad);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
