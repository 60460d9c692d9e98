// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// What a thread has written comes before the join of it.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
int x, y;
void *t(void *a) { x = 1; y = 2; return 0; }
int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); pthread_join(h, 0); assert(x == 1 && y == 2); return 0; }
