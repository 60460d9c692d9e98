// verdict: rc11 violation, arm8 violation, power violation, riscv violation
// A reader-writer lock that is taken and given is no fence.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *first(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(a || b);
    return 0;
}
