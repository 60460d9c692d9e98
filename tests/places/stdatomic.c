// suggest: --model pso
// Where stdatomic.h is included, fences are those of C11, and no stronger than needed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int data, ready;
static void *t1(void *unused)
{
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return 0;
}
static void *t2(void *unused)
{
	if (atomic_load(&ready))
		assert(atomic_load(&data));
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
