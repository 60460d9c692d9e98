// verdict: sc safe, tso safe, pso safe
// Store buffering on C11 atomics with the default order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r0, r1;

static void *left(void *argument)
{
    x = 1;
    r0 = y;
    return argument;
}

static void *right(void *argument)
{
    atomic_store(&y, 1);
    r1 = atomic_load(&x);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 || r1);
    return 0;
}
