// title: A back-off by random numbers of the thread's own
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int lock;
int x;
static _Thread_local unsigned rng = 12345;
static unsigned rnd(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}
static void acquire(void)
{
	int lim = 4;
	while (atomic_exchange(&lock, 1)) {
		int n = rnd() % lim;
		for (int i = 0; i < n; i++)
			__asm__ volatile("pause" ::: "memory");
		if (lim < 256)
			lim *= 2;
	}
}
static void release(void)
{
	atomic_store_explicit(&lock, 0, memory_order_release);
}

void *t(void *p)
{
	acquire();
	int v = x;
	x = v + 1;
	release();
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t, 0);
	pthread_create(&b, 0, t, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
}
