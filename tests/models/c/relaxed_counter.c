// verdict: sc safe, tso safe, pso safe, rmo violation, armv8 violation, stubborn violation
// Relaxed read-modify-writes of shared memory order nothing but by the model's own rules. Under `rmo` and `armv8` they are
// accesses as any other; the buffers of `stubborn` let the read overtake the write.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_int x, y;
int r, s;
void *t(void *a) { atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); r = atomic_load_explicit(&y, memory_order_relaxed); return 0; }
void *u(void *a) { atomic_fetch_add_explicit(&y, 1, memory_order_relaxed); s = atomic_load_explicit(&x, memory_order_relaxed); return 0; }
int main(void)
{
    pthread_t h, g;
    pthread_create(&h, 0, t, 0);
    pthread_create(&g, 0, u, 0);
    pthread_join(h, 0);
    pthread_join(g, 0);
    assert(r || s);
    return 0;
}
