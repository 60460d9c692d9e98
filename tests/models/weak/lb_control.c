// verdict: rc11 safe, arm8 safe, riscv safe, power safe, arm7 safe, imm safe, weak safe, cortex-a9 safe, nofence safe
// Writes that depend on reads stay behind them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread0(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_relaxed);
	if (a == 1)
		atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	b = atomic_load_explicit(&y, memory_order_relaxed);
	if (b == 1)
		atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 || b == 1));
	return 0;
}
