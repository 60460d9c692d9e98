// verdict: sc violation, tso violation, pso violation, rc11 violation
// Writes of the strongest order beside read-modify-writes: each thread's own one may find what the other one has made.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int X, k;
static int r[2];
static void *f(void *u)
{
	atomic_load_explicit(&k, memory_order_acquire);
	atomic_store(&X, 1);
	atomic_store_explicit(&k, 1, memory_order_release);
	r[(long)u] = atomic_fetch_add_explicit(&X, 1, memory_order_acquire);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, f, (void *)1);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(!(r[0] == 1 && r[1] == 2));
	return 0;
}
