// verdict: sc violation, tso violation, pso violation
// property: assertion
// options: --spurious-failures
// A weak compare-and-exchange that fails is no sign that somebody else was there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, contended;

static void *one(void *unused)
{
	int expected = 0;

	if (!atomic_compare_exchange_weak(&lock, &expected, 1))
		atomic_store(&contended, 1);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	pthread_join(t, NULL);
	assert(!contended);
	return 0;
}
