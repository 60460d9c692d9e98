// verdict: imm safe, power safe, arm7 safe, rc11 safe, arm8 safe, riscv safe
// A compare-and-exchange whose order of failure is the stronger one (C17): the fence that it asks for stands in front.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 0, y = 0;
int r1, r2;

static void *left(void *unused)
{
	int none = 1;

	atomic_store_explicit(&x, 1, memory_order_seq_cst);
	atomic_compare_exchange_strong_explicit(&y, &none, 2, memory_order_relaxed, memory_order_seq_cst);
	r1 = none;
	return unused;
}

static void *right(void *unused)
{
	int none = 1;

	atomic_store_explicit(&y, 5, memory_order_seq_cst);
	atomic_compare_exchange_strong_explicit(&x, &none, 2, memory_order_relaxed, memory_order_seq_cst);
	r2 = none;
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, left, NULL);
	pthread_create(&t1, NULL, right, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	assert(!(r1 == 0 && r2 == 0));
	return 0;
}
