// title: a write that comes about only when a waiting thread goes on races with a read of a counted round
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

	for (int rounds = 0; rounds < 5; rounds++) {
		if (atomic_load_explicit(&open_now, memory_order_relaxed))
			goto out;
		last = seen;
	}
	return unused;
out:
	(void)last;
	atomic_store_explicit(&gone, 1, memory_order_relaxed);
	return unused;
}

static void *writes(void *unused)
{
	if (atomic_load_explicit(&gone, memory_order_relaxed))
		seen = 1;
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, waits, NULL);
	pthread_create(&t1, NULL, writes, NULL);
	atomic_store_explicit(&open_now, 1, memory_order_relaxed);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
