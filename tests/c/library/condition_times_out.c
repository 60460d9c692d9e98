// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec until = { 1, 0 };
    int result;
    pthread_mutex_lock(&mutex);
    result = pthread_cond_timedwait(&changed, &mutex, &until);
    assert(result == 0 || result == ETIMEDOUT);
    assert(result == 0);
    return 0;
}
