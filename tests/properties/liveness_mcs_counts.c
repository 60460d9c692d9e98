// title: MCS lock, relaxed everywhere: it needs one fence for what it guards and one for those who wait
// origin: Mellor-Crummey, Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors" (ACM TOCS 9(1), 1991), section 2.4; licence: MIT OR Apache-2.0
// checked: assertions, liveness
// verdict: sc safe, tso safe, pso violation, arm8 violation, power violation
// property: assertion violated or thread waits in a loop for good
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct node {
	_Atomic(struct node *) next;
	atomic_bool waits;
} node[2];

_Atomic(struct node *) tail;
int counter;

static void enter(struct node *own)
{
	struct node *before;

	atomic_store_explicit(&own->next, 0, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, own, memory_order_relaxed);
	if (before) {
		atomic_store_explicit(&own->waits, true, memory_order_relaxed);
		atomic_store_explicit(&before->next, own, memory_order_relaxed);
		while (atomic_load_explicit(&own->waits, memory_order_relaxed))
			;
	}
}

static void leave(struct node *own)
{
	struct node *after = atomic_load_explicit(&own->next, memory_order_relaxed);

	if (!after) {
		struct node *expected = own;

		if (atomic_compare_exchange_strong_explicit(&tail, &expected, 0, memory_order_relaxed, memory_order_relaxed))
			return;
		while (!(after = atomic_load_explicit(&own->next, memory_order_relaxed)))
			;
	}
	atomic_store_explicit(&after->waits, false, memory_order_relaxed);
}

static void *work(void *own)
{
	enter(own);
	counter++;
	leave(own);
	return 0;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, work, &node[0]);
	pthread_create(&b, 0, work, &node[1]);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2);
	return 0;
}
