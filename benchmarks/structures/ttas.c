// title: test-and-test-and-set lock
// origin: Rudolph, Segall, "Dynamic decentralized cache schemes for MIMD parallel processors" (ISCA 1984); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso violation, rc11 violation
#include "lock.h"

atomic_bool held;

static void enter(int me)
{
	(void)me;
	do
		while (atomic_load_explicit(&held, memory_order_relaxed))
			;
	while (atomic_exchange_explicit(&held, true, memory_order_acquire));
}

static void leave(int me)
{
	(void)me;
	atomic_store_explicit(&held, false, WEAKENED(memory_order_release));
}

int main(void)
{
	run();
	assert(COUNTED);
	return 0;
}
