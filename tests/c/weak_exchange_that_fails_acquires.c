// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe
// options: --spurious-failures
// What is read by a weak exchange that fails without reason is read in the order of its failure.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, there;

static void *writer(void *unused)
{
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	atomic_store_explicit(&there, 1, memory_order_release);
	return unused;
}

static void *reader(void *unused)
{
	int found = 1;

	if (!atomic_compare_exchange_weak_explicit(&there, &found, 2, memory_order_acquire, memory_order_acquire) && found)
		assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, writer, NULL);
	pthread_create(&t1, NULL, reader, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
