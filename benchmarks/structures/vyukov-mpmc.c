// title: Vyukov's bounded queue
// origin: Vyukov, "Bounded MPMC queue" (1024cores.net, 2010); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso safe, pso violation, rc11 violation
#include "container.h"

#define SIZE 2

struct cell {
	atomic_uint sequence;
	int value;
} cell[SIZE];

atomic_uint in, out;

/* What does not fit is left out, and counts as taken. */
static void put(int me, int n, int value)
{
	unsigned position = atomic_load_explicit(&in, memory_order_relaxed);

	(void)n;
	for (;;) {
		struct cell *at = &cell[position % SIZE];
		int ahead = (int)(atomic_load_explicit(&at->sequence, memory_order_acquire) - position);

		if (ahead < 0) {
			balance[me] -= value;
			return;
		}
		if (ahead > 0) {
			position = atomic_load_explicit(&in, memory_order_relaxed);
		} else if (atomic_compare_exchange_strong_explicit(&in, &position, position + 1, memory_order_relaxed,
								   memory_order_relaxed)) {
			at->value = value;
			atomic_store_explicit(&at->sequence, position + 1, WEAKENED(memory_order_release));
			return;
		}
	}
}

static int take(int me)
{
	unsigned position = atomic_load_explicit(&out, memory_order_relaxed);

	(void)me;
	for (;;) {
		struct cell *at = &cell[position % SIZE];
		int ahead = (int)(atomic_load_explicit(&at->sequence, memory_order_acquire) - (position + 1));

		if (ahead < 0)
			return 0;
		if (ahead > 0) {
			position = atomic_load_explicit(&out, memory_order_relaxed);
		} else if (atomic_compare_exchange_strong_explicit(&out, &position, position + 1, memory_order_relaxed,
								   memory_order_relaxed)) {
			int value = at->value;

			atomic_store_explicit(&at->sequence, position + SIZE, memory_order_release);
			return value;
		}
	}
}

int main(void)
{
	for (unsigned i = 0; i < SIZE; i++)
		atomic_init(&cell[i].sequence, i);
	run();
	assert(balanced());
	return 0;
}
