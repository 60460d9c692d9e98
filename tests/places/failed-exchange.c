// suggest: --model pso
// The exchange that leads to the fence has failed and writes nothing, so that the fence orders nothing that it does: what it orders is the counter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node {
	_Atomic(struct node *) next;
	atomic_int waits;
};
static struct node node[2];
static _Atomic(struct node *) tail;
static int counter;
static void enter(struct node *own)
{
	struct node *before;

	atomic_store_explicit(&own->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&own->waits, 1, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, own, memory_order_acq_rel);
	if (before) {
		atomic_store_explicit(&before->next, own, memory_order_release);
		while (atomic_load_explicit(&own->waits, memory_order_acquire))
			;
	}
}
static void leave(struct node *own)
{
	struct node *after = atomic_load_explicit(&own->next, memory_order_acquire);

	if (!after) {
		struct node *expected = own;

		if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release, memory_order_relaxed))
			return;
		while (!(after = atomic_load_explicit(&own->next, memory_order_acquire)))
			;
	}
	atomic_store_explicit(&after->waits, 0, memory_order_relaxed);
}
static void *t1(void *unused)
{
	enter(&node[0]);
	counter++;
	leave(&node[0]);
	return unused;
}
static void *t2(void *unused)
{
	enter(&node[1]);
	counter++;
	leave(&node[1]);
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2);
	return 0;
}
