// title: two threads that both enter under store buffering, and a sum of which the solver does not tell what comes of it
// origin: written for this repository; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
double sum;

static void work(int own)
{
	atomic_store_explicit(&wants[own], 1, memory_order_relaxed);
	if (atomic_load_explicit(&wants[1 - own], memory_order_relaxed) == 0) {
		double before = sum;

		for (int round = 0; round < 3; round++)
			sum = sum * 1.5 + own + 1;
		assert(sum > before);
		assert(before == 0);
	}
}

static void *other(void *unused)
{
	work(1);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, other, 0);
	work(0);
	pthread_join(thread, 0);
	return 0;
}
