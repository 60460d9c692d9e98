// verdict: sc safe, tso violation, pso violation, rc11 violation
// gcc: no
// Asking for the number of the process is no fence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int x, y;
static int a, b;

static void *first(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    if (getpid() < 0 || getenv("HOME") == (char *)1)
        abort();
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    if (getpid() < 0 || getenv("HOME") == (char *)1)
        abort();
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
