// verdict: rc11 violation, arm8 violation, riscv violation, power violation, arm7 violation, imm violation, weak violation, cortex-a9 violation, nofence violation
// Store buffering.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread0(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 0 && b == 0));
	return 0;
}
