// title: of two threads that do the same one writes what the other has read in a round that was in vain
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation, rc11 violation
// property: data race
#include <pthread.h>
#include <stdatomic.h>

static int seen;
static atomic_int open_now, gone;

static void *waits(void *unused)
{
	int last = 0;

	while (!atomic_load_explicit(&open_now, memory_order_relaxed))
		last = seen;
	(void)last;
	/* The second one that comes here. */
	if (atomic_fetch_add_explicit(&gone, 1, memory_order_relaxed))
		seen = 1;
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, waits, NULL);
	pthread_create(&t1, NULL, waits, NULL);
	atomic_store_explicit(&open_now, 1, memory_order_relaxed);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
