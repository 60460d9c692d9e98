// verdict: arm8 violation, rc11 violation, imm violation, power violation, arm7 violation
// A wait for a mutex that is given up orders nothing (C11, 7.26.4.4), though the mutex was taken behind a fence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

atomic_int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *gives(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	pthread_mutex_lock(&m);
	return unused;
}

static void *takes(void *unused)
{
	struct timespec soon = { 0, 0 };

	if (pthread_mutex_timedlock(&m, &soon))
		assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, gives, NULL);
	pthread_create(&t1, NULL, takes, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
