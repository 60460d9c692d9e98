// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 violation, stubborn safe
// A read-modify-write of memory that only one thread uses orders what the model says: here one that loads and stores exclusively, where
// the write before it and the read behind it pass each other.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
int x, y, r, s;
void *t(void *a) { atomic_int own = 0; x = 1; atomic_fetch_add(&own, 1); r = y; return 0; }
void *u(void *a) { atomic_int own = 0; y = 1; atomic_fetch_add(&own, 1); s = x; return 0; }
int main(void) { pthread_t h, g; pthread_create(&h, 0, t, 0); pthread_create(&g, 0, u, 0); pthread_join(h, 0); pthread_join(g, 0); assert(r == 1 || s == 1); return 0; }
