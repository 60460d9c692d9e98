// verdict: rc11 violation, arm8 violation, power violation, riscv violation
// What was written before a lock was taken is not seen by a try that fails: taking acquires, failing does neither.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_rwlock_wrlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    if (pthread_rwlock_tryrdlock(&lock) != 0)
        assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
    pthread_join(thread, NULL);
    return 0;
}
