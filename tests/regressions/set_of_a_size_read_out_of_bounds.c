// sc violation, tso violation, pso violation
// memset of as many bytes as another thread says, one of them too many.
#include <assert.h>
#include <pthread.h>
#include <string.h>
volatile int n = 2; char b[4];
void *t(void *p){ n = 5; return 0; }
int main(void){ pthread_t x; pthread_create(&x,0,t,0); memset(b, 1, n); pthread_join(x,0); assert(b[0] == 1); return 0; }
