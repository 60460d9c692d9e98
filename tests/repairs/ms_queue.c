// fewest: rc11 2 cost 4, arm8 1 cost 2, riscv 1 cost 4, lkmm 1 cost 3
// A queue after Michael and Scott: one thread puts, another takes; the tail may lag behind.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
	int value;
	_Atomic(struct node *) next;
};

struct node dummy, new;
_Atomic(struct node *) head = &dummy, tail = &dummy;

static void *put(void *unused)
{
	struct node *last, *next = 0;
	new.value = 1;
	last = atomic_load_explicit(&tail, memory_order_relaxed);
	//@
	if (atomic_compare_exchange_strong_explicit(&last->next, &next, &new, memory_order_relaxed, memory_order_relaxed))
		atomic_compare_exchange_strong_explicit(&tail, &last, &new, memory_order_relaxed, memory_order_relaxed);
	return unused;
}

static void *take(void *unused)
{
	struct node *first = atomic_load_explicit(&head, memory_order_relaxed);
	struct node *last = atomic_load_explicit(&tail, memory_order_relaxed);
	struct node *next = atomic_load_explicit(&first->next, memory_order_relaxed);
	if (next) {
		if (first == last)
			atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_relaxed, memory_order_relaxed);
		//@
		int value = next->value;
		if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_relaxed, memory_order_relaxed))
			assert(value == 1);
	}
	return unused;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, put, 0);
	pthread_create(&t2, 0, take, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	return 0;
}
