// title: a flag that is set, sooner or later
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe, power safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int answered, heard;

static void *answers(void *arg)
{
	atomic_store_explicit(&answered, 1, memory_order_relaxed);
	while (!atomic_load_explicit(&heard, memory_order_relaxed))
		;
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, answers, 0);
	while (!atomic_load_explicit(&answered, memory_order_relaxed))
		;
	atomic_store_explicit(&heard, 1, memory_order_relaxed);
	pthread_join(a, 0);
	return 0;
}
