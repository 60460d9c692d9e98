// Nor does a compare-and-exchange that fails.
// verdict: rc11 safe, arm8 violation, riscv violation, power violation, arm7 violation, imm violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r1, r2;

static void *other(void *unused)
{
	r2 = atomic_load_explicit(&y, memory_order_acquire);
	atomic_store_explicit(&x, 1, memory_order_release);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	int expected = 7;
	atomic_compare_exchange_strong_explicit(&x, &expected, 5, memory_order_relaxed, memory_order_relaxed);
	r1 = expected;
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	pthread_join(t, 0);
	assert(!(r1 == 1 && r2 == 1));
	return 0;
}
