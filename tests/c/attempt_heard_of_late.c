// title: an attempt at a lock that is over is found by one who has heard of what came behind it
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 2, y;

static void *tries(void *arg)
{
	while (atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) != 0) {
		atomic_fetch_sub_explicit(&x, 1, memory_order_relaxed);
		while (atomic_load_explicit(&x, memory_order_relaxed) != 0)
			;
	}
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return arg;
}

static void *hears(void *arg)
{
	int heard = atomic_load_explicit(&y, memory_order_relaxed);
	/* Who has not heard of it makes no difference between what is there. */
	int found = atomic_load_explicit(&x, memory_order_relaxed);

	assert(!(heard && found == 3));
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], 0, tries, 0);
	pthread_create(&t[1], 0, hears, 0);
	atomic_fetch_sub_explicit(&x, 2, memory_order_relaxed);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	return 0;
}
