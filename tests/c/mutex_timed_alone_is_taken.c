// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    struct timespec t = { 1, 0 };
    assert(pthread_mutex_timedlock(&m, &t) == 0);
    assert(pthread_mutex_timedlock(&m, &t) == 110);
    return 0;
}
