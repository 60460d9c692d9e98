// title: Treiber's stack with hazard pointers
// origin: Michael, "Hazard pointers: safe memory reclamation for lock-free objects" (IEEE TPDS 15(6), 2004), figure 7; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso violation, pso violation, rc11 violation
#include "run.h"
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

_Atomic(struct node *) top;
_Atomic(struct node *) hazard[THREADS];
int sum[THREADS];

static void push(int value)
{
	struct node *new = malloc(sizeof *new);
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

	new->value = value;
	do
		new->next = old;
	while (!atomic_compare_exchange_strong_explicit(&top, &old, new, memory_order_release, memory_order_relaxed));
}

/* A node that another thread may hold is left alone, for a later scan. */
static void retire(int me, struct node *old)
{
	atomic_thread_fence(memory_order_seq_cst);
	for (int other = 0; other < THREADS; other++)
		if (other != me && atomic_load_explicit(&hazard[other], memory_order_acquire) == old)
			return;
	free(old);
}

static int pop(int me)
{
	struct node *old;
	int value;

	for (;;) {
		struct node *expected;

		old = atomic_load_explicit(&top, memory_order_acquire);
		if (!old)
			return 0;
		/* In a retry the last node is let go, too: what was read of it comes before. */
		atomic_store_explicit(&hazard[me], old, memory_order_release);
#ifndef WEAK
		atomic_thread_fence(memory_order_seq_cst);
#endif
		if (atomic_load_explicit(&top, memory_order_acquire) != old)
			continue;
		expected = old;
		if (atomic_compare_exchange_strong_explicit(&top, &expected, old->next, memory_order_acquire,
							    memory_order_relaxed))
			break;
	}
	value = old->value;
	atomic_store_explicit(&hazard[me], NULL, memory_order_release);
	retire(me, old);
	return value;
}

static void work(int me)
{
	for (int n = 0; n < OPS; n++)
		sum[me] += pop(me);
}

int main(void)
{
	int all = 0;

	for (int n = 0; n < THREADS * OPS; n++)
		push(1 << n);
	run();
	for (int me = 0; me < THREADS; me++)
		all += sum[me];
	assert(all == (1 << (THREADS * OPS)) - 1);
	return 0;
}
