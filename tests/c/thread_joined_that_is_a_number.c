// verdict: sc violation, tso violation, pso violation
// property: thread misused
#include <assert.h>
#include <pthread.h>
int x;
void *t(void *p) { x = 1; return 0; }
int main(void) { assert(1); pthread_t a; pthread_create(&a, 0, t, 0); pthread_join((pthread_t)1, 0); return 0; }
