// verdict: sc safe, tso safe, pso violation, rmo violation, armv8 violation, stubborn safe
// Creation orders what the parent did, not what the children do.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
int data, x, y;
void *t(void *a) { assert(data == 7); x = 1; y = 1; return 0; }
void *u(void *a) { assert(data == 7); int r = y; int s = x; assert(!(r == 1 && s == 0)); return 0; }
int main(void) { pthread_t h, g; data = 7; pthread_create(&h, 0, t, 0); pthread_create(&g, 0, u, 0); pthread_join(h, 0); pthread_join(g, 0); return 0; }
