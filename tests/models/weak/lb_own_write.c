// verdict: rc11 safe, arm8 violation, riscv violation, power safe, arm7 violation, imm violation, weak safe, cortex-a9 safe, nofence safe
// A read that takes its value from a write of its own thread need not wait for what that write waits for, but on Power.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c;

static void *thread0(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&y, a, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	b = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&y, 2, memory_order_relaxed);
	c = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&x, c - 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 && b == 1 && c == 2));
	return 0;
}
