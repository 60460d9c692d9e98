// title: Michael-Scott queue
// origin: Michael, Scott, "Simple, fast, and practical non-blocking and blocking concurrent queue algorithms" (PODC 1996), figure 1; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso safe, pso violation, rc11 violation
#include "container.h"

/* No node is used twice. */
struct node {
	_Atomic(struct node *) next;
	int value;
} node[THREADS * OPS], dummy;

_Atomic(struct node *) head = &dummy, tail = &dummy;

static void put(int me, int n, int value)
{
	struct node *new = &node[me * OPS + n], *last;

	new->value = value;
	for (;;) {
		struct node *next;

		last = atomic_load_explicit(&tail, memory_order_acquire);
		next = atomic_load_explicit(&last->next, memory_order_acquire);
		if (last != atomic_load_explicit(&tail, memory_order_acquire))
			continue;
		if (next)
			atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
								memory_order_relaxed);
		else if (atomic_compare_exchange_strong_explicit(&last->next, &next, new,
								 WEAKENED(memory_order_release),
								 memory_order_relaxed))
			break;
	}
	atomic_compare_exchange_strong_explicit(&tail, &last, new, WEAKENED(memory_order_release), memory_order_relaxed);
}

static int take(int me)
{
	(void)me;
	for (;;) {
		struct node *first = atomic_load_explicit(&head, memory_order_acquire);
		struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
		struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);

		if (first != atomic_load_explicit(&head, memory_order_acquire))
			continue;
		if (first != last) {
			int value = next->value;

			if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release,
								    memory_order_relaxed))
				return value;
		} else if (next) {
			atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
								memory_order_relaxed);
		} else {
			return 0;
		}
	}
}

int main(void)
{
	run();
	assert(balanced());
	return 0;
}
