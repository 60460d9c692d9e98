// verdict: rc11 safe, arm8 safe, riscv safe, power safe, arm7 safe, imm safe
// What is stored was chosen by a branch or computed from the read; either way the store waits for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread0(void *unused)
{
	int v = 2;
	a = atomic_load_explicit(&x, memory_order_relaxed);
	if (a)
		v = 1;
	atomic_store_explicit(&y, v, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	b = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&x, b == 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 && b == 1));
	return 0;
}
