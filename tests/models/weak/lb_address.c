// verdict: rc11 safe, arm8 safe, riscv safe, power safe, arm7 safe, imm safe, weak safe, cortex-a9 safe, nofence safe
// The address of the first access after a read depends on it, and what follows waits until it is known.
// After example 3.5 of "Bridging the Gap" (POPL 2019).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y[2];
int a, b, c;

static void *thread0(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_relaxed);
	b = atomic_load_explicit(&y[a], memory_order_relaxed);
	atomic_store_explicit(&y[0], 1, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	c = atomic_load_explicit(&y[0], memory_order_relaxed);
	atomic_store_explicit(&x, 1, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 && c == 1));
	return 0;
}
