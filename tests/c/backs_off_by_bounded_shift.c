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
	int e;
	unsigned i, tries = 0;
	do {
		e = 0;
		if (tries)
			for (i = 0; i < (tries > 10 ? 1024u : 1u << tries); ++i)
				__builtin_ia32_pause();
		tries++;
	} while (!atomic_compare_exchange_weak(&lock, &e, 1));
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
