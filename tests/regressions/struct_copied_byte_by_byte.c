// sc safe, tso safe, pso safe
// Bytes of a struct are copied while no other thread runs.
#include <assert.h>
#include <pthread.h>
struct s { int a; short b; char c; } g, h;
void *t(void *p){ g.a += 1; g.b += 1; return 0; }
int main(void){ pthread_t a; struct s i = { 0x01020304, 5, 6 }; for (unsigned k = 0; k < sizeof i; k++) ((char*)&g)[k] = ((char*)&i)[k]; pthread_create(&a,0,t,0); pthread_join(a,0); for (unsigned k = 0; k < sizeof i; k++) ((char*)&h)[k] = ((char*)&g)[k]; assert(h.a == 0x01020305 && h.b == 6 && h.c == 6); return 0; }
