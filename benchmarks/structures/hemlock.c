// title: Hemlock
// origin: Dice, Kogan, "Hemlock: compact and scalable mutual exclusion" (SPAA 2021), listing 1; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso safe, rc11 violation
#include "lock.h"

/* One word a thread: the lock that it gives to the one behind it. */
struct node {
	_Atomic(void *) grant;
} node[THREADS];

_Atomic(struct node *) tail;

static void enter(int me)
{
	struct node *before = atomic_exchange_explicit(&tail, &node[me], memory_order_acq_rel);

	if (before) {
		while (atomic_load_explicit(&before->grant, memory_order_acquire) != &tail)
			;
		atomic_store_explicit(&before->grant, NULL, memory_order_release);
	}
}

static void leave(int me)
{
	struct node *expected = &node[me];

	if (!atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release,
						     memory_order_relaxed)) {
		atomic_store_explicit(&node[me].grant, &tail, WEAKENED(memory_order_release));
		while (atomic_load_explicit(&node[me].grant, memory_order_acquire))
			;
	}
}

int main(void)
{
	run();
	assert(COUNTED);
	return 0;
}
