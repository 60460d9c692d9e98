// least: tso 2 cost 20 dropped 2, rc11 2 cost 20 dropped 2
// A function that is called by nothing but another one that is a fence: its body stays, and so does the fence where the calls stay.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static inline void mb(void) { atomic_thread_fence(memory_order_seq_cst); }
static inline void full(void) { mb(); }
static atomic_int x, y;
static int r1, r2;
static void *run(void *u)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	full();
	r1 = atomic_load_explicit(&y, memory_order_relaxed);
	full();
	return u;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, run, 0);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	full();
	r2 = atomic_load_explicit(&x, memory_order_relaxed);
	full();
	pthread_join(a, 0);
	assert(r1 || r2);
	return 0;
}
