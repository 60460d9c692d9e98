// verdict: sc safe, tso safe, pso violation, arm8 violation, rc11 violation
// property: assertion violated
// The wait reads and the other thread writes with orders that are too weak.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int flag;
static int data;

static void *left(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *right(void *unused)
{
    for (int left = 1000; left > 0; left--)
        if (atomic_load_explicit(&flag, memory_order_relaxed)) {
            assert(data == 1);
            break;
        }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, left, 0);
    pthread_create(&second, 0, right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
