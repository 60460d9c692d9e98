// sc safe, tso violation, pso violation
// Store buffering with a store of a word and a load of a half of the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
union { _Atomic uint64_t w; _Atomic uint32_t h[2]; } x, y;
uint32_t r1, r2;
void *t(void *p){ atomic_store_explicit(&x.w, 0x0000000100000001, memory_order_relaxed); r1 = atomic_load_explicit(&y.h[1], memory_order_relaxed); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); atomic_store_explicit(&y.w, 0x0000000100000001, memory_order_relaxed); r2 = atomic_load_explicit(&x.h[1], memory_order_relaxed); pthread_join(a,0); assert(r1 == 1 || r2 == 1); return 0; }
