// title: Treiber's stack
// origin: Treiber, "Systems programming: coping with parallelism" (IBM RJ 5118, 1986); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso safe, pso violation, rc11 violation
#include "container.h"

/* No node is used twice. */
struct node {
	struct node *next;
	int value;
} node[THREADS * OPS];

_Atomic(struct node *) top;

static void put(int me, int n, int value)
{
	struct node *new = &node[me * OPS + n];
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

	new->value = value;
	do
		new->next = old;
	while (!atomic_compare_exchange_strong_explicit(&top, &old, new, WEAKENED(memory_order_release),
							memory_order_relaxed));
}

static int take(int me)
{
	struct node *old = atomic_load_explicit(&top, memory_order_acquire);

	(void)me;
	while (old && !atomic_compare_exchange_strong_explicit(&top, &old, old->next, memory_order_acquire,
							       memory_order_acquire))
		;
	return old ? old->value : 0;
}

int main(void)
{
	run();
	assert(balanced());
	return 0;
}
