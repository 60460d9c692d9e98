// title: Chase-Lev deque
// origin: Chase, Lev, "Dynamic circular work-stealing deque" (SPAA 2005); orders from Le, Pop, Cohen, Zappa Nardelli, "Correct and efficient work-stealing for weak memory models" (PPoPP 2013), figure 1; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso safe, pso violation, rc11 violation
#include "run.h"

atomic_int top, bottom;
atomic_int task[2 * OPS];
int sum[THREADS];

static void push(int value)
{
	int b = atomic_load_explicit(&bottom, memory_order_relaxed);

	atomic_store_explicit(&task[b], value, memory_order_relaxed);
#ifndef WEAK
	atomic_thread_fence(memory_order_release);
#endif
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void)
{
	int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1, t, value = 0;

	atomic_store_explicit(&bottom, b, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	t = atomic_load_explicit(&top, memory_order_relaxed);
	if (t <= b)
		value = atomic_load_explicit(&task[b], memory_order_relaxed);
	if (t == b && !atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
		value = 0;
	if (t >= b)
		atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
	return value;
}

static int steal(void)
{
	int t = atomic_load_explicit(&top, memory_order_acquire), b, value = 0;

	atomic_thread_fence(memory_order_seq_cst);
	b = atomic_load_explicit(&bottom, memory_order_acquire);
	if (t < b) {
		value = atomic_load_explicit(&task[t], memory_order_relaxed);
		if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
							     memory_order_relaxed))
			value = 0;
	}
	return value;
}

/* Thread 0 is the owner. */
static void work(int me)
{
	for (int n = 0; n < OPS; n++) {
		if (me == 0) {
			push(1 << (2 * n));
			push(2 << (2 * n));
			sum[me] += take();
		} else {
			sum[me] += steal();
		}
	}
}

int main(void)
{
	int all = 0, value;

	run();
	while ((value = take()))
		all += value;
	for (int me = 0; me < THREADS; me++)
		all += sum[me];
	assert(all == (1 << (2 * OPS)) - 1);
	return 0;
}
