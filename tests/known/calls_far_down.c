// title: store buffering, with a value that comes from calls deeper than the solver follows them
// origin: written for this repository; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static int down(int depth)
{
	return depth == 0 ? 0 : 1 + down(depth - 1);
}

static void *other(void *unused)
{
	atomic_store_explicit(&x, down(24) - 23, memory_order_relaxed);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, other, 0);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	pthread_join(thread, 0);
	assert(a == 1 || b == 1);
	return 0;
}
