// fewest: rc11 safe, arm8 2 cost 4, riscv 2 cost 8, power 2 cost 8, lkmm 2 cost 6
// Load buffering.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread0(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_relaxed);
	//@
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	b = atomic_load_explicit(&y, memory_order_relaxed);
	//@
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
	assert(!(a == 1 && b == 1));
	return 0;
}
