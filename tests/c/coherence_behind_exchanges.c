// verdict: sc safe, tso safe, pso safe, rc11 safe
// A write of the strongest order, whose place in coherence order is behind one that the other thread's read-modify-write follows at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int X, k;
static int r;
static void *f(void *u)
{
	atomic_store_explicit(&X, 1, memory_order_relaxed);
	atomic_store_explicit(&k, 1, memory_order_release);
	atomic_fetch_add_explicit(&X, 1, memory_order_relaxed);
	return 0;
}
static void *g(void *u)
{
	if (atomic_load_explicit(&k, memory_order_acquire)) {
		atomic_store(&X, 7);
		r = 1;
	}
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(!(r == 1 && X == 2));
	return 0;
}
