// verdict: sc safe
// gcc: no, glibc before 2.30 has no waits by a clock
// The argument that names the clock is evaluated, and the function has an address.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int (*const wait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *) = pthread_cond_clockwait;

int main(void)
{
    int asked = 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    pthread_mutex_lock(&mutex);
    pthread_cond_clockwait(&changed, &mutex, (asked++, CLOCK_MONOTONIC), &now);
    wait(&changed, &mutex, CLOCK_MONOTONIC, &now);
    assert(asked == 1);
    pthread_mutex_unlock(&mutex);
    return 0;
}
