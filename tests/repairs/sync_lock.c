// fewest: rc11 1 cost 3, arm8 1 cost 2
// What takes a lock does not release: the builtin becomes the newer one that says its order.
#include <assert.h>
#include <pthread.h>

int flag, data;

static void *sender(void *unused)
{
	//@
	__atomic_store_n(&data, 1, __ATOMIC_RELAXED);
	//@
	__sync_lock_test_and_set(&flag, 1);
	return unused;
}

static void *receiver(void *unused)
{
	//@
	if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
		//@
		assert(__atomic_load_n(&data, __ATOMIC_RELAXED) == 1);
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
