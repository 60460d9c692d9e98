// verdict: rc11 violation, arm8 violation, riscv violation, power violation, arm7 violation, imm violation, weak violation, cortex-a9 violation, nofence violation
// Writes to two places.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *thread0(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&y, 2, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(x == 1 && y == 1));
	return 0;
}
