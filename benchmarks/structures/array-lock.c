// title: array lock
// origin: Anderson, "The performance of spin lock alternatives for shared-memory multiprocessors" (IEEE TPDS 1(1), 1990), section IV; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso violation, rc11 violation
#include "lock.h"

atomic_uint next;
atomic_bool may_enter[THREADS];
unsigned place[THREADS];

static void enter(int me)
{
	place[me] = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed) % THREADS;
	while (!atomic_load_explicit(&may_enter[place[me]], memory_order_acquire))
		;
	atomic_store_explicit(&may_enter[place[me]], false, memory_order_relaxed);
}

static void leave(int me)
{
	atomic_store_explicit(&may_enter[(place[me] + 1) % THREADS], true, WEAKENED(memory_order_release));
}

int main(void)
{
	atomic_init(&may_enter[0], true);
	run();
	assert(COUNTED);
	return 0;
}
