// title: cohort lock, of ticket locks and a test-and-test-and-set lock
// origin: Dice, Marathe, Shavit, "Lock cohorting: a general technique for designing NUMA locks" (PPoPP 2012), section 3; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso violation, rc11 violation
#include "lock.h"

#define NODES 2
#define PASSES 1

/* Threads 0 and 1 belong to the first node, thread 2 to the second. */
#define NODE(me) (&cohort[(me) / 2 % NODES])

struct cohort {
	atomic_uint next, serving;
	/* Whoever holds the cohort's lock knows these: that the cohort has the global lock, and how often it was passed on. */
	bool has_global;
	int passed;
} cohort[NODES];

atomic_bool global;

static void enter(int me)
{
	struct cohort *own = NODE(me);
	unsigned ticket = atomic_fetch_add_explicit(&own->next, 1, memory_order_relaxed);

	while (atomic_load_explicit(&own->serving, memory_order_acquire) != ticket)
		;
	if (!own->has_global) {
		do
			while (atomic_load_explicit(&global, memory_order_relaxed))
				;
		while (atomic_exchange_explicit(&global, true, memory_order_acquire));
		own->has_global = true;
	}
}

static void leave(int me)
{
	struct cohort *own = NODE(me);
	unsigned ticket = atomic_load_explicit(&own->serving, memory_order_relaxed);

	if (atomic_load_explicit(&own->next, memory_order_relaxed) != ticket + 1 && own->passed < PASSES) {
		own->passed++;
	} else {
		own->passed = 0;
		own->has_global = false;
		atomic_store_explicit(&global, false, memory_order_release);
	}
	atomic_store_explicit(&own->serving, ticket + 1, WEAKENED(memory_order_release));
}

int main(void)
{
	run();
	assert(COUNTED);
	return 0;
}
