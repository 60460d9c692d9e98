// title: An exponential back-off by shifts
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int lock;
int x;
static void acquire(void)
{
	int step = 0;
	while (atomic_exchange(&lock, 1)) {
		for (int i = 0; i < (1 << step); i++)
			__builtin_ia32_pause();
		if (step < 6)
			step++;
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
