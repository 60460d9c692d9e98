// title: a message published by a release and found by an acquire
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int ready;

static void *left(void *arg)
{
	data = 42;
	atomic_store_explicit(&ready, 1, memory_order_release);
	return 0;
}

static void *right(void *arg)
{
	if (atomic_load_explicit(&ready, memory_order_acquire))
		seen = data;
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
