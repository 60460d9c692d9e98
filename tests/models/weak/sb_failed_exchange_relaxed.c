// verdict: rc11 violation, arm8 safe
// A compare-and-exchange that fails is as weak as its failure's order wherever it may read from: store buffering with one on a side.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 7, y = 7;
int seen_y, seen_x;

static void *loads(void *unused)
{
	atomic_store(&x, 1);
	seen_y = atomic_load(&y);
	return unused;
}

static void *tries(void *unused)
{
	int expected = 0;

	atomic_store(&y, 1);
	atomic_compare_exchange_strong_explicit(&x, &expected, 3, memory_order_seq_cst, memory_order_relaxed);
	seen_x = expected;
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, loads, NULL);
	pthread_create(&t1, NULL, tries, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	assert(!(seen_y == 7 && seen_x == 7));
	return 0;
}
