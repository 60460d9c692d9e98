// title: sequence lock
// origin: Boehm, "Can seqlocks get along with programming language memory models?" (MSPC 2012), figure 6; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso violation, rc11 violation
#include "run.h"

atomic_uint sequence;
atomic_int one, other;

/* Thread 0 is the only writer. */
static void write(int value)
{
	unsigned before = atomic_load_explicit(&sequence, memory_order_relaxed);

	atomic_store_explicit(&sequence, before + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&one, value, memory_order_relaxed);
	atomic_store_explicit(&other, value, memory_order_relaxed);
	atomic_store_explicit(&sequence, before + 2, WEAKENED(memory_order_release));
}

static void read(void)
{
	unsigned before, after;
	int a, b;

	do {
		before = atomic_load_explicit(&sequence, memory_order_acquire);
		a = atomic_load_explicit(&one, memory_order_relaxed);
		b = atomic_load_explicit(&other, memory_order_relaxed);
		atomic_thread_fence(memory_order_acquire);
		after = atomic_load_explicit(&sequence, memory_order_relaxed);
	} while (before % 2 || before != after);
	assert(a == b && a == (int)before / 2);
}

static void work(int me)
{
	for (int n = 0; n < OPS; n++) {
		if (me == 0)
			write(n + 1);
		else
			read();
	}
}

int main(void)
{
	run();
	return 0;
}
