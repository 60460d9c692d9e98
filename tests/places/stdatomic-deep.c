// suggest: --model tso
// The functions of C11 come from a header of a header.
#include "idiom/atomics.h"
#include <assert.h>
#include <pthread.h>
static atomic_int x, y;
static int r1, r2;
static void *t1(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	r1 = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}
static void *t2(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	r2 = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(r1 || r2);
	return 0;
}
