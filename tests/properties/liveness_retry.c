// title: a counter by compare-and-exchange, whose failures find what to expect next
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: assertions, liveness
// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe, power safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void *adds(void *arg)
{
	int old = atomic_load_explicit(&count, memory_order_relaxed);

	while (!atomic_compare_exchange_strong_explicit(&count, &old, old + 1, memory_order_relaxed, memory_order_relaxed))
		;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, adds, 0);
	pthread_create(&b, 0, adds, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(count == 2);
	return 0;
}
