// title: a test-and-set lock that a thread keeps, one that is taken by compare-and-exchange, and one by taking back
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation
// property: thread waits in a loop for good
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock, count;

static void *keeps(void *arg)
{
	while (atomic_exchange(&lock, 1))
		;
	return arg;
}

static void *takes_back(void *arg)
{
	while (atomic_fetch_add(&count, 1) != 0)
		atomic_fetch_sub(&count, 1);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, 0, keeps, 0);
	pthread_create(&b, 0, takes_back, 0);
	pthread_create(&c, 0, takes_back, 0);
	for (int expected = 0; !atomic_compare_exchange_strong(&lock, &expected, 1); expected = 0)
		;
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
