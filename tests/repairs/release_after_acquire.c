// fewest: rc11 1 cost 2, arm8 safe, riscv safe, power 1 cost 4, lkmm 1 cost 3
// What was acquired need only be released.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c;

static void *thread0(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_release);
	return unused;
}

static void *thread1(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_acquire);
	//@
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

static void *thread2(void *unused)
{
	b = atomic_load_explicit(&y, memory_order_acquire);
	//@
	c = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1, t2;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_create(&t2, 0, thread2, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(!(a == 1 && b == 1 && c == 0));
	return 0;
}
