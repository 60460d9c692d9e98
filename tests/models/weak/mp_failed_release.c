// verdict: rc11 violation, arm8 violation, riscv violation
// A compare-and-exchange that releases where it succeeds orders nothing where it fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

void *writer(void *p)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_release);
	return p;
}

void *reader(void *p)
{
	a = atomic_load_explicit(&y, memory_order_relaxed);
	b = 7;
	atomic_compare_exchange_strong_explicit(&x, &b, 3, memory_order_release, memory_order_relaxed);
	return p;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, writer, 0);
	pthread_create(&t, 0, reader, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(!(a == 1 && b == 0));
	return 0;
}
