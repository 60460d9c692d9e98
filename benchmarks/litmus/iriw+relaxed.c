// title: independent reads of independent writes (IRIW), C11 atomics, relaxed
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), IRIW; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r1, r2, r3, r4;

static void *thread1(void *arg)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return NULL;
}

static void *thread2(void *arg)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return NULL;
}

static void *thread3(void *arg)
{
	r1 = atomic_load_explicit(&x, memory_order_relaxed);
	r2 = atomic_load_explicit(&y, memory_order_relaxed);
	return NULL;
}

static void *thread4(void *arg)
{
	r3 = atomic_load_explicit(&y, memory_order_relaxed);
	r4 = atomic_load_explicit(&x, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2, t3, t4;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_create(&t3, NULL, thread3, NULL);
	pthread_create(&t4, NULL, thread4, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
	return 0;
}
