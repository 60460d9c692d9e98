// What a compare-and-exchange of 16 bytes finds that fails in a relaxed order is not published to it; it is not known to its parts whether it fails.
#include <pthread.h>
#include <stdatomic.h>

static int value;
static _Atomic __int128 shared;

static void *publish(void *arg)
{
	value = 1;
	atomic_store_explicit(&shared, 1, memory_order_release);
	return arg;
}

static void *look(void *arg)
{
	__int128 seen = 0;

	if (!atomic_compare_exchange_strong_explicit(&shared, &seen, 2, memory_order_acquire, memory_order_relaxed))
		return value ? arg : 0;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, publish, 0);
	pthread_create(&b, 0, look, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
