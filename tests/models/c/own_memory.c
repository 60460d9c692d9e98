// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// Values through memory that only one thread writes keep their dependencies.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
/* Data through memory that only one thread writes: Rx -> p -> Ry by dependency and own reads. */
int x, y, p[2], q;
void *t(void *a) { int r = x; q = r; int s = q; y = s; return 0; }
void *u(void *a) { int r = y; x = r + 1; return 0; }
int main(void) { pthread_t h, g; pthread_create(&h, 0, t, 0); pthread_create(&g, 0, u, 0); assert(q < 2); pthread_join(h, 0); pthread_join(g, 0); assert(x < 3); return 0; }
