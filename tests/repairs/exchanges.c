// fewest: rc11 2 cost 4, arm8 2 cost 4, lkmm 2 cost 6
// Message passing by compare-and-exchange: one that releases, and one that acquires where it succeeds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag, data;

static void *sender(void *unused)
{
	int expected = 0;
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	//@
	atomic_compare_exchange_strong_explicit(&flag, &expected, 1, memory_order_relaxed, memory_order_relaxed);
	return unused;
}

static void *receiver(void *unused)
{
	int expected = 1;
	if (atomic_compare_exchange_weak_explicit(&flag, &expected, 2, memory_order_relaxed, memory_order_relaxed)) {
		//@
		int found = atomic_load_explicit(&data, memory_order_relaxed);
		assert(found == 1);
	}
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, sender, 0);
	pthread_create(&t1, 0, receiver, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	return 0;
}
