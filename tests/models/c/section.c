// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// An atomic section orders everything around it.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x, y, z, r, s;
void *t(void *a) { x = 1; __VERIFIER_atomic_begin(); z++; __VERIFIER_atomic_end(); r = y; return 0; }
void *u(void *a) { y = 1; __VERIFIER_atomic_begin(); z++; __VERIFIER_atomic_end(); s = x; return 0; }
int main(void) { pthread_t h, g; pthread_create(&h, 0, t, 0); pthread_create(&g, 0, u, 0); pthread_join(h, 0); pthread_join(g, 0); assert(r == 1 || s == 1); assert(z == 2); return 0; }
