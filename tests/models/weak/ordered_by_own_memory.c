// verdict: arm8 safe, rc11 violation
// Each thread reads with acquire what nobody else has: behind a release that orders it on ARM, and everything behind itself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, mine, yours;
static int a, b;
static void *first(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    atomic_load_explicit(&mine, memory_order_seq_cst);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}
static void *second(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_release);
    atomic_load_explicit(&yours, memory_order_seq_cst);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a || b);
    return 0;
}
