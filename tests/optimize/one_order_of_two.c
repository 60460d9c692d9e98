// least: rc11 2 cost 5 dropped 1
// Compare-and-exchanges that are given one order: it is also the one where they fail, or that is always the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static inline int exchange(atomic_int *at, int old, int new, memory_order order)
{
	return atomic_compare_exchange_strong_explicit(at, &old, new, order, order);
}

static inline int exchange_once(atomic_int *at, int old, int new, memory_order order)
{
	return atomic_compare_exchange_strong_explicit(at, &old, new, order, memory_order_relaxed);
}

static atomic_int flag, other;
static int data;

static void *first(void *unused)
{
	data = 1;
	exchange(&other, 0, 1, memory_order_seq_cst);
	exchange_once(&flag, 0, 1, memory_order_seq_cst);
	return unused;
}

static void *second(void *unused)
{
	if (exchange(&flag, 1, 2, memory_order_seq_cst))
		assert(data == 1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
