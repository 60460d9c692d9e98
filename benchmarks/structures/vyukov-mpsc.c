// title: Vyukov's unbounded queue of several producers and one consumer
// origin: Vyukov, "Intrusive MPSC node-based queue" (1024cores.net, 2010); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso safe, pso safe, rc11 violation
#include "run.h"

struct node {
	_Atomic(struct node *) next;
	int value;
} node[THREADS * OPS], stub;

_Atomic(struct node *) newest = &stub;
struct node *oldest = &stub;
int taken;

static void push(struct node *new, int value)
{
	struct node *before;

	new->value = value;
	before = atomic_exchange_explicit(&newest, new, memory_order_acq_rel);
	/* Until the next store the queue ends before `new`. */
	atomic_store_explicit(&before->next, new, WEAKENED(memory_order_release));
}

static int pop(void)
{
	struct node *next = atomic_load_explicit(&oldest->next, memory_order_acquire);

	if (!next)
		return 0;
	oldest = next;
	return next->value;
}

/* Thread 0 is the consumer. */
static void work(int me)
{
	for (int n = 0; n < OPS; n++) {
		if (me == 0)
			taken += pop();
		else
			push(&node[me * OPS + n], VALUE(me - 1, n));
	}
}

int main(void)
{
	int value;

	run();
	while ((value = pop()))
		taken += value;
	assert(taken == VALUE(THREADS - 1, 0) - 1);
	return 0;
}
