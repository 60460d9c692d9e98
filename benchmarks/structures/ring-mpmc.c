// title: ring of several producers and consumers that announce in turn
// origin: the ring of FreeBSD's buf_ring(9) and DPDK's rte_ring, from the description in the DPDK Programmer's Guide, "Ring Library"; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso safe, pso violation, rc11 violation
#include "container.h"

#define SIZE 2

/* Slots are reserved at `head` by compare-and-exchange, and handed over at `tail` in the order of the reservations. */
struct end {
	atomic_uint head, tail;
} producers, consumers;

int slot[SIZE];

/* What does not fit is left out, and counts as taken. */
static void put(int me, int n, int value)
{
	unsigned head = atomic_load_explicit(&producers.head, memory_order_relaxed);

	(void)n;
	do {
		if (head - atomic_load_explicit(&consumers.tail, memory_order_acquire) >= SIZE) {
			balance[me] -= value;
			return;
		}
	} while (!atomic_compare_exchange_strong_explicit(&producers.head, &head, head + 1, memory_order_relaxed,
							  memory_order_relaxed));
	slot[head % SIZE] = value;
	while (atomic_load_explicit(&producers.tail, memory_order_acquire) != head)
		;
	atomic_store_explicit(&producers.tail, head + 1, WEAKENED(memory_order_release));
}

/* Who finds a head has to find the tail that whoever moved it had found, or takes what is not there yet. */
static int take(int me)
{
	unsigned head = atomic_load_explicit(&consumers.head, memory_order_acquire);
	int value;

	(void)me;
	do {
		if (head == atomic_load_explicit(&producers.tail, memory_order_acquire))
			return 0;
	} while (!atomic_compare_exchange_strong_explicit(&consumers.head, &head, head + 1, memory_order_release,
							  memory_order_acquire));
	value = slot[head % SIZE];
	while (atomic_load_explicit(&consumers.tail, memory_order_acquire) != head)
		;
	atomic_store_explicit(&consumers.tail, head + 1, memory_order_release);
	return value;
}

int main(void)
{
	run();
	assert(balanced());
	return 0;
}
