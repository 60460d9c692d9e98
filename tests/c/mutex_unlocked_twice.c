// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    int r = pthread_mutex_lock(&lock);
    assert(r == 0);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
