// verdict: sc safe, tso safe, pso safe, rmo violation, armv8 safe, stubborn safe
// An acquire load of what the thread itself wrote, by a data dependency on a load before: `data ; rfi`, then everything
// after the acquire. `rmo` knows no such order within a thread.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
int x, y, a, b;
atomic_int p;
void *t(void *arg)
{
    int r = x;
    atomic_store_explicit(&p, r, memory_order_relaxed);
    (void)atomic_load_explicit(&p, memory_order_acquire);
    a = r;
    y = 1;
    return 0;
}
void *u(void *arg)
{
    int r = y;
    b = r;
    if (r == 1)
        x = 1;
    return 0;
}
int main(void)
{
    pthread_t h, g;
    pthread_create(&h, 0, t, 0);
    pthread_create(&g, 0, u, 0);
    int seen = atomic_load_explicit(&p, memory_order_relaxed);
    pthread_join(h, 0);
    pthread_join(g, 0);
    assert(!(a == 1 && b == 1));
    (void)seen;
    return 0;
}
