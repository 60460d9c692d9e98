// sc violation, tso violation, pso violation
// The bytes that a thread makes arbitrary are seen by others.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_nondet_memory(void *, unsigned long);
char b[4]; 
void *t(void *p){ __VERIFIER_nondet_memory(b + 1, 1); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); pthread_join(a,0); assert(b[0] == 0); assert(b[1] != 77); return 0; }
