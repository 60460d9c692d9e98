// fewest: rc11 3 cost 10, arm8 3 cost 6, riscv 3 cost 12, power 3 cost 12, lkmm 3 cost 9
// A message passed on by way of a third thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;
int a, b, c;

static void *thread1(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

static void *thread2(void *unused)
{
	a = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&z, 1, memory_order_relaxed);
	return unused;
}

static void *thread3(void *unused)
{
	b = atomic_load_explicit(&z, memory_order_relaxed);
	c = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t1, t2, t3;
	pthread_create(&t1, 0, thread1, 0);
	pthread_create(&t2, 0, thread2, 0);
	pthread_create(&t3, 0, thread3, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	pthread_join(t3, 0);
	assert(!(a == 1 && b == 1 && c == 0));
	return 0;
}
