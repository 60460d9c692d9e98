// sc violation, tso violation, pso violation
// A pointer to memory that is cut or to memory that would not be.
#include <assert.h>
#include <pthread.h>
volatile int sel; int a[2]; long b;
void *t(void *p){ sel = 1; return 0; }
void *s(void *p){ *(char*)&a[0] = 1; return 0; }
int main(void){ pthread_t x,y; pthread_create(&x,0,t,0); pthread_create(&y,0,s,0); int *q = sel ? &a[0] : &a[1]; *q = 0x700; pthread_join(x,0); pthread_join(y,0); assert(a[0] == 0x701 || a[1] == 0x700); return 0; }
