// sc violation, tso violation, pso violation
#include <assert.h>
#include <string.h>
#include <pthread.h>
volatile int flag; int b;
void *t(void *p){ memset((char*)&b + 1, 0xff, 2); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); pthread_join(a,0); assert(b == 0); return 0; }
