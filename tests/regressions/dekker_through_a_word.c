// sc safe, tso safe, pso safe
// Dekker's flags with fences, read as a word.
#include <assert.h>
#include <pthread.h>
union { volatile char f[2]; volatile unsigned short w; } u; int c, x;
void *t(void *p){ u.f[1] = 1; __sync_synchronize(); if ((u.w & 0xff) == 0) { c = 1; assert(x == 0); } return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); u.f[0] = 1; __sync_synchronize(); if ((u.w & 0xff00) == 0) { x = 1; assert(c == 0); } pthread_join(a,0); return 0; }
