// verdict: rc11 safe, arm8 violation, riscv safe, power safe, arm7 safe, imm violation, weak safe, cortex-a9 safe, nofence safe
// A thread that reads its own release store back does not wait for what is before the store to be performed.
// Example 3.6 of "Bridging the Gap between Programming Languages and Hardware Weak Memory Models" (POPL 2019).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;
int a, b, c;

static void *thread0(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_release);
	b = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&z, b, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	c = atomic_load_explicit(&z, memory_order_relaxed);
	atomic_store_explicit(&x, c, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 && b == 1 && c == 1));
	return 0;
}
