// title: Treiber stack with hazard pointers, relaxed everywhere
// origin: Michael, "Hazard pointers: safe memory reclamation for lock-free objects" (IEEE TPDS 15(6), 2004), figure 7, in C11 atomics; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 1 fences 1 pairs, pso 1 fences 1 pairs
// The violation is an access after free: the hazard pointer must be visible before the top is read again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

_Atomic(struct node *) top;
_Atomic(struct node *) hazard[2];
int sum[2];

static void push(int value)
{
	struct node *n = malloc(sizeof *n);
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

	n->value = value;
	do
		n->next = old;
	while (!atomic_compare_exchange_strong_explicit(&top, &old, n, memory_order_relaxed, memory_order_relaxed));
}

static int pop(int me)
{
	struct node *old;
	int value;

	for (;;) {
		struct node *expected, *next;

		old = atomic_load_explicit(&top, memory_order_relaxed);
		if (!old)
			return 0;
		atomic_store_explicit(&hazard[me], old, memory_order_relaxed);
		if (atomic_load_explicit(&top, memory_order_relaxed) != old)
			continue;
		next = old->next;
		expected = old;
		if (atomic_compare_exchange_strong_explicit(&top, &expected, next, memory_order_relaxed,
							    memory_order_relaxed))
			break;
	}
	value = old->value;
	atomic_store_explicit(&hazard[me], NULL, memory_order_relaxed);
	/* A node that the other thread may hold is left alone, for a later scan to free. */
	if (atomic_load_explicit(&hazard[1 - me], memory_order_relaxed) != old)
		free(old);
	return value;
}

static void *thread1(void *arg)
{
	sum[0] = pop(0);
	return NULL;
}

static void *thread2(void *arg)
{
	sum[1] = pop(1);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	push(1);
	push(16);
	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(sum[0] + sum[1] == 1 + 16);
	return 0;
}
