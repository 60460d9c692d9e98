// sc safe
// An atomic section reads a word and a byte of it.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
unsigned f;
void *t(void *p){ ((char*)&f)[0] = 1; return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); __VERIFIER_atomic_begin(); unsigned x = f; unsigned y = ((char*)&f)[0]; __VERIFIER_atomic_end(); assert((x & 255) == y); pthread_join(a,0); return 0; }
