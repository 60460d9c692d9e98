// verdict: rc11 violation, arm8 violation, riscv violation, power violation, tso violation, arm7 violation, imm violation, weak violation, cortex-a9 violation, nofence violation
// Four writes of two values beside an exchange: the counterexample has them in one order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int found;

static void *left(void *argument)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return argument;
}

static void *twice(void *argument)
{
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return argument;
}

static void *right(void *argument)
{
	found = atomic_exchange_explicit(&x, 1, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t a, b, c;
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_create(&c, 0, twice, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	assert((x == 1 && found == 2) || (x == 2 && found == 0) || (x == 2 && found == 2));
	return 0;
}
