// title: two critical sections with nothing in common order the accesses around them all the same
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y;
int a, b, r1, r2;

static void *one(void *arg)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	pthread_mutex_lock(&m);
	a = 1;
	pthread_mutex_unlock(&m);
	r1 = atomic_load_explicit(&y, memory_order_relaxed);
	return arg;
}

static void *other(void *arg)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	pthread_mutex_lock(&m);
	b = 1;
	pthread_mutex_unlock(&m);
	r2 = atomic_load_explicit(&x, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, other, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(r1 == 1 || r2 == 1);
	return a + b - 2;
}
