// fewest: rc11 6 cost 28, arm8 6 cost 20, riscv 4 cost 30, lkmm 4 cost 28
// Dekker's lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag1, flag2, turn = 1, counter;

static void *thread1(void *unused)
{
	atomic_store_explicit(&flag1, 1, memory_order_relaxed);
	while (atomic_load_explicit(&flag2, memory_order_relaxed)) {
		if (atomic_load_explicit(&turn, memory_order_relaxed) == 2) {
			atomic_store_explicit(&flag1, 0, memory_order_relaxed);
			while (atomic_load_explicit(&turn, memory_order_relaxed) == 2)
				;
			atomic_store_explicit(&flag1, 1, memory_order_relaxed);
		}
	}
	atomic_store_explicit(&counter, atomic_load_explicit(&counter, memory_order_relaxed) + 1, memory_order_relaxed);
	atomic_store_explicit(&turn, 2, memory_order_relaxed);
	atomic_store_explicit(&flag1, 0, memory_order_relaxed);
	return unused;
}

static void *thread2(void *unused)
{
	atomic_store_explicit(&flag2, 1, memory_order_relaxed);
	while (atomic_load_explicit(&flag1, memory_order_relaxed)) {
		if (atomic_load_explicit(&turn, memory_order_relaxed) == 1) {
			atomic_store_explicit(&flag2, 0, memory_order_relaxed);
			while (atomic_load_explicit(&turn, memory_order_relaxed) == 1)
				;
			atomic_store_explicit(&flag2, 1, memory_order_relaxed);
		}
	}
	atomic_store_explicit(&counter, atomic_load_explicit(&counter, memory_order_relaxed) + 1, memory_order_relaxed);
	atomic_store_explicit(&turn, 1, memory_order_relaxed);
	atomic_store_explicit(&flag2, 0, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, thread1, 0);
	pthread_create(&t2, 0, thread2, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(atomic_load_explicit(&counter, memory_order_relaxed) == 2);
	return 0;
}
