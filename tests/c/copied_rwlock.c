// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <pthread.h>

static pthread_rwlock_t copy(pthread_rwlock_t *lock)
{
    return *lock;
}
int main(void)
{
    pthread_rwlock_t lock;
    pthread_rwlock_init(&lock, 0);
    pthread_rwlock_t other = copy(&lock);
    pthread_rwlock_wrlock(&other);
    return 0;
}
