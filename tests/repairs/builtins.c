// fewest: rc11 2 cost 4, arm8 2 cost 4, riscv 2 cost 8, power 2 cost 8, lkmm 2 cost 6
// The builtins of GCC, read-modify-writes among them.
#include <assert.h>
#include <pthread.h>

int x, y, a, b;

static void *thread0(void *unused)
{
	__atomic_store_n(&x, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&y, 1,
			   __ATOMIC_RELAXED);
	return unused;
}

static void *thread1(void *unused)
{
	a = __atomic_exchange_n(&y, 2, __ATOMIC_RELAXED);
	b = __atomic_load_n(&x, __ATOMIC_RELAXED);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 && b == 0));
	return 0;
}
