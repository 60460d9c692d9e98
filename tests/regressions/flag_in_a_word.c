// sc safe, tso safe, pso violation
// A flag and its data are members of a word that is read at once.
#include <assert.h>
#include <pthread.h>
struct s { char ready; char pad; short v; } volatile x;
void *t(void *p){ x.v = 5; x.ready = 1; return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); unsigned w = *(volatile unsigned *)&x; if (w & 1) assert(w >> 16 == 5); pthread_join(a,0); return 0; }
