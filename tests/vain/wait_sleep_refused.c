// title: a sleep for a time that is none says so in errno, and the last round does not sleep
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
#include <errno.h>
#include <time.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int stop;
static void *waits(void *a)
{
    struct timespec bad = {0, 2000000000};
    errno = 0;
    pthread_mutex_lock(&m);
    for (;;) {
        pthread_mutex_unlock(&m);
        if (stop)
            break;
        nanosleep(&bad, 0);
        pthread_mutex_lock(&m);
    }
    assert(errno == 0);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    stop = 1;
    pthread_join(t, 0);
    return 0;
}
