// sc safe, tso safe, pso safe
// A thread that finds one half of a store finds the other half in a later load.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
union { _Atomic uint64_t w; _Atomic uint32_t h[2]; } u;
void *t(void *p){ atomic_store_explicit(&u.w, 0x0000000100000001, memory_order_relaxed); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); uint32_t x = atomic_load_explicit(&u.h[0], memory_order_relaxed), y = atomic_load_explicit(&u.h[1], memory_order_relaxed); assert(!(x == 1 && y == 0)); pthread_join(a,0); return 0; }
