// verdict: rc11 violation, arm8 safe, riscv violation, power violation, arm7 safe, imm violation, weak safe, cortex-a9 safe, nofence violation
// ARMv8 has no barrier that is weaker than full and orders writes before anything.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread0(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_acq_rel);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_acq_rel);
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
