// title: rounds are counted where the time of a sleep is set
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
#include <time.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    int tries = 0;
    pthread_mutex_lock(&m);
    while (tries < 3) {
        pthread_mutex_unlock(&m);
        struct timespec pause = { 0, ++tries };
        nanosleep(&pause, 0);
        pthread_mutex_lock(&m);
    }
    pthread_mutex_unlock(&m);
    assert(0);
    return 0;
}
