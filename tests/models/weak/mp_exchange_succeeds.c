// verdict: arm8 safe, rc11 safe, imm safe, power safe, arm7 safe
// A compare-and-exchange that acquires where it succeeds, and succeeds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, flag;

static void *gives(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&flag, 1, memory_order_release);
	return unused;
}

static void *takes(void *unused)
{
	int one = 1;

	if (atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_acq_rel, memory_order_relaxed))
		assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, gives, NULL);
	pthread_create(&t1, NULL, takes, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
