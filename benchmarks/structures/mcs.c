// title: MCS queue lock
// origin: Mellor-Crummey, Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors" (ACM TOCS 9(1), 1991), section 2.4; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso violation, rc11 violation
#include "lock.h"

struct node {
	_Atomic(struct node *) next;
	atomic_bool waits;
} node[THREADS];

_Atomic(struct node *) tail;

static void enter(int me)
{
	struct node *own = &node[me], *before;

	atomic_store_explicit(&own->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&own->waits, true, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, own, memory_order_acq_rel);
	if (before) {
		atomic_store_explicit(&before->next, own, memory_order_release);
		while (atomic_load_explicit(&own->waits, memory_order_acquire))
			;
	}
}

static void leave(int me)
{
	struct node *own = &node[me];
	struct node *after = atomic_load_explicit(&own->next, memory_order_acquire);

	if (!after) {
		struct node *expected = own;

		if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release,
							    memory_order_relaxed))
			return;
		while (!(after = atomic_load_explicit(&own->next, memory_order_acquire)))
			;
	}
	atomic_store_explicit(&after->waits, false, WEAKENED(memory_order_release));
}

int main(void)
{
	run();
	assert(COUNTED);
	return 0;
}
