// title: CLH queue lock
// origin: Craig, "Building FIFO and priority-queuing spin locks from atomic swap" (1993); Magnusson, Landin, Hagersten, "Queue locks on cache coherent multiprocessors" (IPPS 1994); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso violation, rc11 violation
#include "lock.h"

/* A thread leaves with the node of the one before it. The last node is that of nobody. */
struct node {
	atomic_bool busy;
} node[THREADS + 1];

_Atomic(struct node *) tail;
struct node *own[THREADS], *before[THREADS];

static void enter(int me)
{
	atomic_store_explicit(&own[me]->busy, true, memory_order_relaxed);
	before[me] = atomic_exchange_explicit(&tail, own[me], memory_order_acq_rel);
	while (atomic_load_explicit(&before[me]->busy, memory_order_acquire))
		;
}

static void leave(int me)
{
	struct node *mine = own[me];

	own[me] = before[me];
	atomic_store_explicit(&mine->busy, false, WEAKENED(memory_order_release));
}

int main(void)
{
	for (int me = 0; me < THREADS; me++)
		own[me] = &node[me];
	atomic_init(&tail, &node[THREADS]);
	run();
	assert(COUNTED);
	return 0;
}
