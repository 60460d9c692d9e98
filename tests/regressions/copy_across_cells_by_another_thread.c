// sc violation, tso violation, pso violation
// Bytes of two cells are written by another thread, not at the same time.
#include <assert.h>
#include <pthread.h>
#include <string.h>
long b[2];
void *t(void *p){ memcpy((char*)b + 6, "\1\2\3\4", 4); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); pthread_join(a,0); assert(b[0] == 0); return 0; }
