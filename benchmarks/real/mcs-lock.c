// title: MCS queue lock, relaxed everywhere
// origin: Mellor-Crummey, Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors" (ACM TOCS 9(1), 1991), section 2.4, in C11 atomics; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef SECTIONS
#define SECTIONS 1
#endif

struct mcs_node {
	_Atomic(struct mcs_node *) next;
	atomic_bool waiting;
};

_Atomic(struct mcs_node *) tail;
int counter;

static void acquire(struct mcs_node *me)
{
	struct mcs_node *before;

	atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&me->waiting, true, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, me, memory_order_relaxed);
	if (before) {
		atomic_store_explicit(&before->next, me, memory_order_relaxed);
		while (atomic_load_explicit(&me->waiting, memory_order_relaxed))
			;
	}
}

static void release(struct mcs_node *me)
{
	struct mcs_node *after = atomic_load_explicit(&me->next, memory_order_relaxed);

	if (!after) {
		struct mcs_node *expected = me;

		if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_relaxed,
							    memory_order_relaxed))
			return;
		do
			after = atomic_load_explicit(&me->next, memory_order_relaxed);
		while (!after);
	}
	atomic_store_explicit(&after->waiting, false, memory_order_relaxed);
}

static void *worker(void *arg)
{
	struct mcs_node node;

	for (int n = 0; n < SECTIONS; n++) {
		acquire(&node);
		counter++;
		release(&node);
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2 * SECTIONS);
	return 0;
}
