// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// A thread that is created by a created one, and joins in between.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
int data, other;
void *u(void *a) { assert(data == 7 && other == 1); data = 8; return 0; }
void *t(void *a) { pthread_t g; other = 1; pthread_create(&g, 0, u, 0); pthread_join(g, 0); other = 2; return 0; }
int main(void) { pthread_t h; data = 7; pthread_create(&h, 0, t, 0); pthread_join(h, 0); assert(data == 8 && other == 2); return 0; }
