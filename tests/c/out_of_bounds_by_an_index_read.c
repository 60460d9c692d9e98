// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>
#include <pthread.h>
int a[4], b[4]; int i;
void *t(void *p) { i = 1 << 18; return 0; }
int main(void) { assert(1); pthread_t h; pthread_create(&h, 0, t, 0); a[i] = 1; int r = b[0]; pthread_join(h, 0); return r; }
