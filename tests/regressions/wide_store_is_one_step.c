// sc safe, tso safe, pso safe
// A store of 64 bits is seen whole, and its halves one by one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
union { _Atomic uint64_t w; _Atomic uint32_t h[2]; } u;
void *t(void *p){ atomic_store_explicit(&u.w, 0x0000000100000001, memory_order_relaxed); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); uint64_t v = atomic_load_explicit(&u.w, memory_order_relaxed); assert(v == 0 || v == 0x0000000100000001); pthread_join(a,0); assert(u.h[0] == 1 && u.h[1] == 1); return 0; }
