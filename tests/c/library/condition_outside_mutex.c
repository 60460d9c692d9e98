// verdict: sc violation, tso violation, pso violation
// property: mutex misused
// A wait gives a mutex that must be held.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_wait(&changed, &mutex);
    assert(1);
    return 0;
}
