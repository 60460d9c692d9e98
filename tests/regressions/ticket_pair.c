// sc safe, tso safe, pso safe
// A ticket lock that takes its number from a word and serves by a half of it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
union { _Atomic uint32_t w; struct { _Atomic uint16_t owner, next; } s; } l;
int c;
void *t(void *p){ uint32_t v = atomic_fetch_add(&l.w, 0x10000); uint16_t me = v >> 16; while (atomic_load(&l.s.owner) != me); c++; atomic_store(&l.s.owner, me + 1); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); t(0); pthread_join(a,0); assert(c == 2); return 0; }
