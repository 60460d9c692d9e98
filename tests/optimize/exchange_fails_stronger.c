// least: imm 4 cost 18 dropped 0, power 2 cost 12 dropped 0
// Store buffering where the orders of failure order, which since C17 may be stronger than those of success: nothing is cheaper.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x, seen_y;

static void *one(void *unused)
{
	int expected = 5;

	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_compare_exchange_strong_explicit(&y, &expected, 3, memory_order_relaxed, memory_order_seq_cst);
	seen_y = expected;
	return unused;
}

static void *two(void *unused)
{
	int expected = 5;

	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_compare_exchange_strong_explicit(&x, &expected, 3, memory_order_relaxed, memory_order_seq_cst);
	seen_x = expected;
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, one, NULL);
	pthread_create(&t1, NULL, two, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	assert(!(seen_x == 0 && seen_y == 0));
	return 0;
}
