// sc safe, tso violation, pso violation
// A load of a word takes its own byte from the store buffer and the other byte from memory, before another store of the word.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
union { _Atomic uint16_t w; _Atomic uint8_t b[2]; } u;
_Atomic int z; int r; uint16_t v;
void *t(void *p){ atomic_store_explicit(&u.b[0], 1, memory_order_relaxed); v = atomic_load_explicit(&u.w, memory_order_relaxed); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); atomic_store_explicit(&u.w, 0x0202, memory_order_relaxed); pthread_join(a,0); uint16_t end = u.w; assert(!(v == 1 && end == 0x0201)); return 0; }
