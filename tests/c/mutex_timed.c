// verdict: sc violation, tso violation, pso violation
// property: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *p)
{
    struct timespec t = { 1, 0 };
    int r = pthread_mutex_timedlock(&m, &t);
    assert(r == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, run, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
