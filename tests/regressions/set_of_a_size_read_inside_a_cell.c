// sc violation, tso violation, pso violation
// memset of a part of a word whose size another thread says.
#include <assert.h>
#include <pthread.h>
#include <string.h>
volatile int n = 1; union { int i; char c[4]; } u;
void *t(void *p){ n = 3; return 0; }
int main(void){ pthread_t x; pthread_create(&x,0,t,0); memset(u.c, 1, n); pthread_join(x,0); assert(u.i == 1); return 0; }
