// sc safe, tso safe, pso safe
// Of an arbitrary block only as many bytes change as its size says.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_nondet_memory(void *, unsigned long);
volatile int n = 1; char b[4];
void *t(void *p){ n = 2; return 0; }
int main(void){ pthread_t x; pthread_create(&x,0,t,0); int k = n; __VERIFIER_nondet_memory(b, k); pthread_join(x,0); assert(b[2] == 0 && (k == 2 || b[1] == 0)); return 0; }
