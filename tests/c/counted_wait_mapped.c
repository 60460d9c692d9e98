// verdict: sc safe, tso violation, arm7 safe
// property: assertion violated
// What a sequentially consistent read becomes may have a fence behind it, which stands before the second look.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int none_left, none_right;

static void *left(void *unused)
{
    atomic_store(&x, 1);
    for (int rounds = 2; rounds > 0; rounds--)
        if (atomic_load(&y))
            return unused;
    none_left = 1;
    return unused;
}

static void *right(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    for (int rounds = 2; rounds > 0; rounds--)
        if (atomic_load(&x))
            return unused;
    none_right = 1;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, left, 0);
    pthread_create(&second, 0, right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(!(none_left && none_right));
    return 0;
}
