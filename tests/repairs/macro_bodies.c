// fewest: rc11 2 cost 4, arm8 2 cost 4, lkmm 2 cost 6
// Orders in the bodies of macros: what is written there counts for every use. The load is used twice, the other two once,
// so that the fewest are the store's and the exchange's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define GET(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define SET(x, v) \
	__atomic_store_n(&(x), (v), \
	                 __ATOMIC_RELAXED)
#define CLAIM(x, old) atomic_compare_exchange_strong_explicit(&(x), &(old), 2, memory_order_relaxed, \
                                                              memory_order_relaxed)

atomic_int flag, data;

static void *sender(void *unused)
{
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	SET(flag, 1);
	return unused;
}

static void *receiver(void *unused)
{
	int old = 1;
	if (CLAIM(flag, old))
		assert(GET(data) == 1);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, sender, 0);
	pthread_create(&t1, 0, receiver, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(GET(data) == 1);
	return 0;
}
