// least: rc11 2 cost 4 dropped 0, arm8 2 cost 4 dropped 0, power 2 cost 8 dropped 0
// A lock that is taken with an exchange that is the strongest whatever comes of it: to acquire where it succeeds is enough.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *worker(void *unused)
{
	int expected = 0;

	while (!atomic_compare_exchange_weak_explicit(&lock, &expected, 1, memory_order_seq_cst, memory_order_seq_cst))
		expected = 0;
	counter++;
	atomic_store_explicit(&lock, 0, memory_order_seq_cst);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2);
	return 0;
}
