// sc safe, tso safe, pso safe
// A compare-and-exchange of 64 bits and an addition to its lower half: neither is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
union { _Atomic uint64_t w; _Atomic uint32_t h[2]; } u;
void *t(void *p){ atomic_fetch_add(&u.h[0], 1); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); uint64_t e = 0; int ok = atomic_compare_exchange_strong(&u.w, &e, 0x0000000500000000); pthread_join(a,0);
 if (ok) assert(u.h[0] == 1 && u.h[1] == 5); else assert(u.w == 1 && e == 1); return 0; }
