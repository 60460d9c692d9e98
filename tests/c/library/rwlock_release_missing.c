// verdict: sc safe, tso safe, pso safe
// gcc: no, it has no end
// One release too few: the writer waits for good, and what it would have asserted is never reached.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) != 0);
    pthread_rwlock_wrlock(&lock);
    assert(0);
    return 0;
}
