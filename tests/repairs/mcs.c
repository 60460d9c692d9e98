// fewest: rc11 2 cost 10, arm8 2 cost 12, riscv 2 cost 10, lkmm 2 cost 10
// The lock of Mellor-Crummey and Scott.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
	_Atomic(struct node *) next;
	atomic_int locked;
};

_Atomic(struct node *) tail;
struct node nodes[2];
int counter;

static void *worker(void *own)
{
	struct node *me = own, *before, *expected, *behind;
	atomic_store_explicit(&me->next, 0, memory_order_relaxed);
	atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, me, memory_order_relaxed);
	if (before) {
		atomic_store_explicit(&before->next, me, memory_order_relaxed);
		while (atomic_load_explicit(&me->locked, memory_order_relaxed))
			;
	}
	counter++;
	behind = atomic_load_explicit(&me->next, memory_order_relaxed);
	if (!behind) {
		expected = me;
		if (atomic_compare_exchange_strong_explicit(&tail, &expected, 0, memory_order_relaxed, memory_order_relaxed))
			return own;
		while (!(behind = atomic_load_explicit(&me->next, memory_order_relaxed)))
			;
	}
	atomic_store_explicit(&behind->locked, 0, memory_order_relaxed);
	return own;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, worker, &nodes[0]);
	pthread_create(&t2, 0, worker, &nodes[1]);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(counter == 2);
	return 0;
}
