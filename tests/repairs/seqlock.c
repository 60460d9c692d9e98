// fewest: rc11 4 cost 14, arm8 4 cost 16, riscv 4 cost 16, power 4 cost 17, lkmm 4 cost 16
// A sequence lock: one writer, one reader.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sequence, x, y;

static void *writer(void *unused)
{
	atomic_store_explicit(&sequence, 1, memory_order_relaxed);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_store_explicit(&sequence, 2, memory_order_relaxed);
	return unused;
}

static void *reader(void *unused)
{
	int before, after, a, b;
	before = atomic_load_explicit(&sequence, memory_order_relaxed);
	a = atomic_load_explicit(&x, memory_order_relaxed);
	b = atomic_load_explicit(&y, memory_order_relaxed);
	after = atomic_load_explicit(&sequence, memory_order_relaxed);
	if (before == after && before % 2 == 0)
		assert(a == b);
	return unused;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, writer, 0);
	pthread_create(&t2, 0, reader, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	return 0;
}
