// fewest: rc11 1 cost 6, arm8 safe, riscv safe, power safe, lkmm 1 cost 3
// A message is handed on in the place in which it came: a write of another thread begins a release sequence of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c;

static void *thread0(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_store_explicit(&x, 1, memory_order_release);
	return unused;
}

static void *thread1(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_relaxed);
	//@
	if (a == 1)
		atomic_store_explicit(&x, 2, memory_order_relaxed);
	return unused;
}

static void *thread2(void *unused)
{
	b = atomic_load_explicit(&x, memory_order_acquire);
	c = atomic_load_explicit(&y, memory_order_relaxed);
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
	assert(!(b == 2 && c == 0));
	return 0;
}
