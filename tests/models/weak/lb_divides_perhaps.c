// verdict: arm8 violation, riscv violation, power violation, arm7 violation, imm violation
// The store stands behind both ways of the question whether the divisor is zero.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, quotient;

static void *divides(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_relaxed);
	if (a != -3)
		quotient = 7 / (a + 3);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

static void *answers(void *unused)
{
	int before = atomic_load_explicit(&y, memory_order_relaxed);

	b = atomic_load_explicit(&y, memory_order_relaxed);
	/* Never: reads of one place come in order. */
	if (before == 1 && b == 0)
		atomic_store_explicit(&x, -3, memory_order_relaxed);
	atomic_store_explicit(&x, b, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, divides, NULL);
	pthread_create(&t1, NULL, answers, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	assert(!(a == 1 && b == 1));
	return 0;
}
