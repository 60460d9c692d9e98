// fewest: rc11 2 cost 5, arm8 2 cost 4, riscv 2 cost 8, power 2 cost 9, lkmm 2 cost 8
// An exchange that fails has seen the flag, so it is the order where it fails that has to acquire; and as that may be no
// stronger than the other one in C11, both do, where a model tells them apart.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag, data;

static void *sender(void *unused)
{
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return unused;
}

static void *receiver(void *unused)
{
	int expected = 0;
	if (!__atomic_compare_exchange_n(&flag, &expected, 2, 0, __ATOMIC_RELAXED,
	                                 /* on failure */ __ATOMIC_RELAXED))
		assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
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
