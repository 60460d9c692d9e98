// fewest: rc11 2 cost 20, arm8 safe, riscv safe, power 2 cost 20, lkmm 2 cost 20
// The fences that are there are too weak, though they order what two threads could reorder.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c, d;

static void *thread0(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

static void *thread2(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_thread_fence(memory_order_acq_rel);
	b = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *thread3(void *unused)
{
	c = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_thread_fence(memory_order_acq_rel);
	d = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1, t2, t3;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_create(&t2, 0, thread2, 0);
	pthread_create(&t3, 0, thread3, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	pthread_join(t3, 0);
	assert(!(a == 1 && b == 0 && c == 1 && d == 0));
	return 0;
}
