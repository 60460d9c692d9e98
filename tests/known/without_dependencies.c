// title: a value that would be read too early without a branch that a compiler may take away
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r, s;

static void *one(void *arg)
{
    if (atomic_load_explicit(&x, memory_order_relaxed)) {
        r = 1;
        atomic_store_explicit(&y, 1, memory_order_relaxed);
    }
    return arg;
}

static void *other(void *arg)
{
    s = atomic_load_explicit(&y, memory_order_acquire);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!(r && s));
    return 0;
}
