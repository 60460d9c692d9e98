// title: an object that whoever comes first may use; with store buffers both do
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso violation, pso violation
// property: data race
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int shared;

static void *left(void *arg)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	if (atomic_load_explicit(&y, memory_order_relaxed) == 0)
		shared = 1;
	return 0;
}

static void *right(void *arg)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	if (atomic_load_explicit(&x, memory_order_relaxed) == 0)
		shared = 2;
	return 0;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
