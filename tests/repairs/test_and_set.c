// fewest: rc11 2 cost 4, arm8 2 cost 4, riscv 2 cost 8, power 2 cost 8, lkmm 2 cost 6
// A lock that tests, and sets with compare-and-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int counter;

static void *worker(void *unused)
{
	int expected;
	do {
		while (atomic_load_explicit(&lock, memory_order_relaxed))
			;
		expected = 0;
	} while (!atomic_compare_exchange_strong_explicit(&lock, &expected, 1, memory_order_relaxed, memory_order_relaxed));
	counter++;
	atomic_store_explicit(&lock, 0, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, worker, 0);
	pthread_create(&t2, 0, worker, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(counter == 2);
	return 0;
}
