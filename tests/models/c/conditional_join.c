// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// What a join orders holds on the path that joins.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
int x, y;
atomic_int go;
void *t(void *a) { x = 1; y = 1; return 0; }
void *u(void *a) { atomic_store(&go, 1); return 0; }
int main(void)
{
    pthread_t h, g;
    pthread_create(&h, 0, t, 0);
    pthread_create(&g, 0, u, 0);
    if (atomic_load(&go)) {
        pthread_join(h, 0);
        assert(x == 1 && y == 1);
    }
    return 0;
}
