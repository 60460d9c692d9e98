// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Who waits for a reader may give up.
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}
int main(void)
{
    struct timespec soon = { 0, 0 };
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == 0);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
