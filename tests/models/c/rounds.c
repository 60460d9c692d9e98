// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// The rounds of a barrier order everything around them.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
pthread_barrier_t b;
int x, y;
void *t(void *a) { x = 1; pthread_barrier_wait(&b); assert(y == 1); pthread_barrier_wait(&b); y = 2; return 0; }
void *u(void *a) { y = 1; pthread_barrier_wait(&b); assert(x == 1); pthread_barrier_wait(&b); x = 2; return 0; }
int main(void) { pthread_t h, g; pthread_barrier_init(&b, 0, 2); pthread_create(&h, 0, t, 0); pthread_create(&g, 0, u, 0); pthread_join(h, 0); pthread_join(g, 0); assert(x == 2 && y == 2); return 0; }
