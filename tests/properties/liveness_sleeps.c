// title: a sleeper and one who wakes it if it sees that it sleeps; with store buffers neither sees the other
// origin: the wake-up side of a futex-based lock; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso violation, pso violation, arm8 violation, power violation
// property: thread waits in a loop for good
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready, sleeps, woken;

static void *waker(void *arg)
{
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	if (atomic_load_explicit(&sleeps, memory_order_relaxed))
		atomic_store_explicit(&woken, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, waker, 0);
	atomic_store_explicit(&sleeps, 1, memory_order_relaxed);
	if (!atomic_load_explicit(&ready, memory_order_relaxed))
		while (!atomic_load_explicit(&woken, memory_order_relaxed))
			;
	pthread_join(a, 0);
	return 0;
}
