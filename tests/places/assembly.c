// suggest: --model models/no-order-of-c.toml
// A fence of the model that no fence of C11 is: it is written in assembly, and read again as what it is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, ready;

static void *gives(void *unused)
{
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return 0;
}

static void *takes(void *unused)
{
	if (atomic_load_explicit(&ready, memory_order_relaxed))
		assert(atomic_load_explicit(&data, memory_order_relaxed));
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, gives, 0);
	pthread_create(&b, 0, takes, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
