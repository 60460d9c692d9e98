// least: tso 2 cost 20 dropped 2
// A macro that is not there, as its condition does not hold: what is left behind is not spelled with it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static inline void mb(void) { atomic_thread_fence(memory_order_seq_cst); }
#if 0
#define barrier() __asm__ volatile ("" ::: "memory")
#endif
static atomic_int x, y;
static int r1, r2;
static void *run(void *u)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	mb();
	r1 = atomic_load_explicit(&y, memory_order_relaxed);
	mb();
	return u;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, run, 0);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	mb();
	r2 = atomic_load_explicit(&x, memory_order_relaxed);
	mb();
	pthread_join(a, 0);
	assert(r1 || r2);
	return 0;
}
