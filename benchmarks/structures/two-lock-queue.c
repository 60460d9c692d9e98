// title: two-lock queue
// origin: Michael, Scott, "Simple, fast, and practical non-blocking and blocking concurrent queue algorithms" (PODC 1996), figure 2; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=3 -DOPS=1: sc safe, tso safe, pso violation, rc11 violation
#include "container.h"

struct node {
	_Atomic(struct node *) next;
	int value;
} node[THREADS * OPS], dummy;

struct node *head = &dummy, *tail = &dummy;
atomic_bool head_lock, tail_lock;

static void lock(atomic_bool *held)
{
	while (atomic_exchange_explicit(held, true, memory_order_acquire))
		;
}

static void put(int me, int n, int value)
{
	struct node *new = &node[me * OPS + n];

	new->value = value;
	lock(&tail_lock);
	atomic_store_explicit(&tail->next, new, memory_order_release);
	tail = new;
	atomic_store_explicit(&tail_lock, false, WEAKENED(memory_order_release));
}

static int take(int me)
{
	struct node *next;
	int value = 0;

	(void)me;
	lock(&head_lock);
	next = atomic_load_explicit(&head->next, memory_order_acquire);
	if (next) {
		value = next->value;
		head = next;
	}
	atomic_store_explicit(&head_lock, false, memory_order_release);
	return value;
}

int main(void)
{
	run();
	assert(balanced());
	return 0;
}
