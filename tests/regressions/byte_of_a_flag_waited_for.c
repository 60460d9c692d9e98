// sc safe, tso safe, pso violation
// A thread waits for a byte of a word that is written as a whole.
#include <assert.h>
#include <pthread.h>
volatile unsigned f; volatile int d;
void *t(void *p){ d = 1; f = 0x01010101; return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); while (!((volatile char*)&f)[2]); assert(d == 1); pthread_join(a,0); return 0; }
