// verdict: rc11 violation, imm violation, power violation, arm7 violation
// A compare-and-exchange whose success releases alone, and succeeds; only its failure acquires.
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

	if (atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_release, memory_order_acquire))
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
