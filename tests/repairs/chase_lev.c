// fewest: rc11 2 cost 20, arm8 2 cost 13, riscv 2 cost 14
// A work-stealing deque after Chase and Lev with two items: the owner takes the last one, a thief steals twice; nobody gets what another has.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int top, bottom = 2;
atomic_int taken[2];

static void *owner(void *unused)
{
	atomic_store_explicit(&bottom, 1, memory_order_relaxed);
	//@
	int t = atomic_load_explicit(&top, memory_order_relaxed);
	if (t < 1) {
		/* Others are before it: no thief comes here. */
		atomic_fetch_add_explicit(&taken[1], 1, memory_order_relaxed);
	} else if (t == 1 && atomic_compare_exchange_strong_explicit(&top, &t, 2, memory_order_relaxed, memory_order_relaxed)) {
		atomic_fetch_add_explicit(&taken[1], 1, memory_order_relaxed);
	}
	return unused;
}

static void steal(void)
{
	int t = atomic_load_explicit(&top, memory_order_relaxed);
	//@
	int b = atomic_load_explicit(&bottom, memory_order_relaxed);
	if (t < b && atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_relaxed, memory_order_relaxed))
		atomic_fetch_add_explicit(&taken[t], 1, memory_order_relaxed);
}

static void *thief(void *unused)
{
	steal();
	steal();
	return unused;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, owner, 0);
	pthread_create(&t2, 0, thief, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(taken[0] <= 1 && taken[1] <= 1);
	return 0;
}
