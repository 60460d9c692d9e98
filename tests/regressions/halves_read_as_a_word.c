// sc violation, tso violation, pso violation
// Two stores of halves: a load of the word may come between them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
union { _Atomic uint64_t w; _Atomic uint32_t h[2]; } u;
void *t(void *p){ atomic_store_explicit(&u.h[0], 1, memory_order_relaxed); atomic_store_explicit(&u.h[1], 1, memory_order_relaxed); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); uint64_t v = atomic_load_explicit(&u.w, memory_order_relaxed); assert(v == 0 || v == 0x0000000100000001); pthread_join(a,0); return 0; }
