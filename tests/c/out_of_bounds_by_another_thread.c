// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>
#include <pthread.h>
int a[4]; int *volatile q; int x;
void *t(void *p) { q = a + (1<<18); return 0; }
int b[4];
int main(void) { assert(1); pthread_t h; q = &x; pthread_create(&h, 0, t, 0); *q = 1; pthread_join(h, 0); *q = 2; return 0; }
