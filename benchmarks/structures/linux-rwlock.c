// title: reader-writer lock as Linux had it on x86
// origin: Linux 2.6, arch/x86/include/asm/spinlock.h, the algorithm in C11 atomics; also a subject of Norris, Demsky, "CDSchecker" (OOPSLA 2013); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso violation, rc11 violation
#include "run.h"

#define BIAS 0x100000

/* BIAS where nobody has the lock, less by one for each reader, 0 where a writer has it. */
atomic_int lock = BIAS;
int one, other;

static void read_lock(void)
{
	while (atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire) <= 0) {
		atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
		while (atomic_load_explicit(&lock, memory_order_relaxed) <= 0)
			;
	}
}

static void read_unlock(void)
{
	atomic_fetch_add_explicit(&lock, 1, memory_order_release);
}

static void write_lock(void)
{
	while (atomic_fetch_sub_explicit(&lock, BIAS, memory_order_acquire) != BIAS) {
		atomic_fetch_add_explicit(&lock, BIAS, memory_order_relaxed);
		while (atomic_load_explicit(&lock, memory_order_relaxed) != BIAS)
			;
	}
}

static void write_unlock(void)
{
	atomic_fetch_add_explicit(&lock, BIAS, WEAKENED(memory_order_release));
}

static void work(int me)
{
	for (int n = 0; n < OPS; n++) {
		if (PUTS(me, n)) {
			write_lock();
			one++;
			other++;
			write_unlock();
		} else {
			read_lock();
			assert(one == other);
			read_unlock();
		}
	}
}

int main(void)
{
	run();
	assert(one == (THREADS * OPS + 1) / 2 && one == other);
	return 0;
}
