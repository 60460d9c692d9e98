// title: somebody notices three times that the mutex is held
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void *waits(void *a)
{
    pthread_mutex_lock(&m);
    while (!done) {
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
    }
    pthread_mutex_unlock(&m);
    return a;
}
static int is_held(void)
{
    int busy = pthread_mutex_trylock(&m) != 0;
    if (busy)
        pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return busy;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    int times = is_held();
    times += is_held();
    times += is_held();
    assert(times < 3);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
