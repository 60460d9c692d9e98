// verdict: arm8 safe, rc11 violation, imm violation, power violation, arm7 violation
// A compare-and-exchange that acquires where it succeeds, and fails (C11, 7.17.7.4: it is a relaxed load then, and compilers jump past
// what makes it acquire if that stands behind it). An acquiring one of the others acquires whatever it finds.
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
	int none = 0;

	if (!atomic_compare_exchange_strong_explicit(&flag, &none, 2, memory_order_acq_rel, memory_order_relaxed))
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
