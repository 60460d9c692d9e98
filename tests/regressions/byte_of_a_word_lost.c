// sc violation, tso violation, pso violation
// An addition to the whole loses the store to a byte of it.
#include <assert.h>
#include <pthread.h>
volatile int x;
void *t(void *p){ ((volatile char*)&x)[1] = 1; return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); x = x + 1; pthread_join(a,0); assert(x == 0x101); return 0; }
