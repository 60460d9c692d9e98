// sc safe, tso violation, pso violation
// Store buffering with stores of 32 and loads of 32 and 16 bits.
#include <assert.h>
#include <pthread.h>
char m[8];
int r1, r2;
void *t(void *p){ *(volatile int*)(m) = 1; r1 = *(volatile int*)(m+4); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); *(volatile int*)(m+4) = 1; r2 = *(volatile short*)(m); pthread_join(a,0); assert(r1 || r2); return 0; }
