// verdict: sc violation, tso violation, pso violation
// property: mutex misused
// A mutex is initialised again by the thread that holds it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_init(&m, 0);
    assert(1);
    return 0;
}
