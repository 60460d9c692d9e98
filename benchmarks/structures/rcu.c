// title: read-copy-update, with readers that announce themselves
// origin: McKenney, Slingwine, "Read-copy update: using execution history to solve concurrency problems" (PDCS 1998); Desnoyers et al., "User-level implementations of read-copy update" (IEEE TPDS 23(2), 2012); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso safe, pso violation, rc11 violation
#include "run.h"
#include <stdlib.h>

struct pair {
	int one, other;
};

_Atomic(struct pair *) current;
atomic_bool reads[THREADS];

/* Thread 0 is the only one that changes what there is. */
static void update(int value)
{
	struct pair *old = atomic_load_explicit(&current, memory_order_relaxed);
	struct pair *new = malloc(sizeof *new);

	new->one = value;
	new->other = value;
	atomic_store_explicit(&current, new, WEAKENED(memory_order_release));
	atomic_thread_fence(memory_order_seq_cst);
	for (int reader = 1; reader < THREADS; reader++)
		while (atomic_load_explicit(&reads[reader], memory_order_acquire))
			;
	free(old);
}

static void read(int me)
{
	struct pair *seen;

	atomic_store_explicit(&reads[me], true, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	seen = atomic_load_explicit(&current, memory_order_acquire);
	assert(seen->one > 0 && seen->one == seen->other);
	atomic_store_explicit(&reads[me], false, memory_order_release);
}

static void work(int me)
{
	for (int n = 0; n < OPS; n++) {
		if (me == 0)
			update(n + 2);
		else
			read(me);
	}
}

int main(void)
{
	struct pair *start = malloc(sizeof *start);

	start->one = start->other = 1;
	atomic_init(&current, start);
	run();
	return 0;
}
