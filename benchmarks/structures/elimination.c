// title: elimination stack
// origin: Hendler, Shavit, Yerushalmi, "A scalable lock-free stack algorithm" (SPAA 2004), with one place to meet; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso safe, pso violation, rc11 violation
#include "container.h"

/* No node is used twice. */
struct node {
	struct node *next;
	int value;
} node[THREADS * OPS], gone;

/* Where a push that did not get at the stack offers its node; `gone` after a pop has taken it. */
_Atomic(struct node *) top, place;

static bool try_push(struct node *new)
{
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

	new->next = old;
	return atomic_compare_exchange_strong_explicit(&top, &old, new, WEAKENED(memory_order_release),
						       memory_order_relaxed);
}

static bool offer(struct node *new)
{
	struct node *nobody = NULL, *mine = new;

	if (!atomic_compare_exchange_strong_explicit(&place, &nobody, new, memory_order_release, memory_order_relaxed))
		return false;
	if (atomic_compare_exchange_strong_explicit(&place, &mine, NULL, memory_order_relaxed, memory_order_relaxed))
		return false;
	atomic_store_explicit(&place, NULL, memory_order_release);
	return true;
}

static void put(int me, int n, int value)
{
	struct node *new = &node[me * OPS + n];

	new->value = value;
	while (!try_push(new) && !offer(new))
		;
}

static struct node *accept(void)
{
	struct node *offered = atomic_load_explicit(&place, memory_order_relaxed);

	if (offered && offered != &gone &&
	    atomic_compare_exchange_strong_explicit(&place, &offered, &gone, memory_order_acquire, memory_order_relaxed))
		return offered;
	return NULL;
}

static int take(int me)
{
	(void)me;
	for (;;) {
		struct node *old = atomic_load_explicit(&top, memory_order_acquire);
		struct node *found = old;

		if (!old || !atomic_compare_exchange_strong_explicit(&top, &old, old->next, memory_order_acquire,
								     memory_order_relaxed)) {
			bool empty = !old;

			found = accept();
			if (!found && !empty)
				continue;
		}
		return found ? found->value : 0;
	}
}

int main(void)
{
	run();
	assert(balanced());
	return 0;
}
