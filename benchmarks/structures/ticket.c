// title: ticket lock
// origin: Mellor-Crummey, Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors" (ACM TOCS 9(1), 1991), section 2.2; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso violation, rc11 violation
#include "lock.h"

atomic_uint next, serving;

static void enter(int me)
{
	unsigned ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);

	(void)me;
	while (atomic_load_explicit(&serving, memory_order_acquire) != ticket)
		;
}

static void leave(int me)
{
	unsigned ticket = atomic_load_explicit(&serving, memory_order_relaxed);

	(void)me;
	atomic_store_explicit(&serving, ticket + 1, WEAKENED(memory_order_release));
}

int main(void)
{
	run();
	assert(COUNTED);
	return 0;
}
