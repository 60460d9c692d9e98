// title: event count
// origin: Reed, Kanodia, "Synchronization with eventcounts and sequencers" (CACM 22(2), 1979), with a count of those who wait as in Vyukov, "Eventcount" (1024cores.net, 2010); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=2 -DOPS=1: sc safe, tso violation, pso violation, rc11 violation
#include "run.h"

/* Thread 0 brings items, the others wait for one each. Who sleeps is woken when the epoch changes. */
atomic_int items;
atomic_uint waiting, epoch;
bool sleeps[THREADS];
unsigned sleeps_in[THREADS];

static void notify(void)
{
#ifndef WEAK
	atomic_thread_fence(memory_order_seq_cst);
#endif
	if (atomic_load_explicit(&waiting, memory_order_relaxed))
		atomic_fetch_add_explicit(&epoch, 1, memory_order_seq_cst);
}

static void await(int me, int wanted)
{
	unsigned key;

	if (atomic_load_explicit(&items, memory_order_acquire) >= wanted)
		return;
	atomic_fetch_add_explicit(&waiting, 1, memory_order_seq_cst);
	key = atomic_load_explicit(&epoch, memory_order_seq_cst);
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&items, memory_order_acquire) >= wanted) {
		atomic_fetch_sub_explicit(&waiting, 1, memory_order_relaxed);
		return;
	}
	/* Here the kernel compares the epoch with the key, and lets the thread sleep if they are equal. */
	if (atomic_load_explicit(&epoch, memory_order_acquire) == key) {
		sleeps[me] = true;
		sleeps_in[me] = key;
	}
}

static void work(int me)
{
	for (int n = 0; n < OPS && !sleeps[me]; n++) {
		if (me == 0) {
			atomic_store_explicit(&items, n + 1, memory_order_relaxed);
			notify();
		} else {
			await(me, n + 1);
		}
	}
}

int main(void)
{
	run();
	for (int me = 1; me < THREADS; me++)
		assert(!sleeps[me] || epoch != sleeps_in[me]);
	return 0;
}
