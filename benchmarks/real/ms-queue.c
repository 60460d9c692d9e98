// title: Michael-Scott queue, relaxed everywhere
// origin: Michael, Scott, "Simple, fast, and practical non-blocking and blocking concurrent queue algorithms" (PODC 1996), figure 1, in C11 atomics; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 2 pairs
// In C11 the relaxed orders are too weak. TSO needs no fence: nodes are linked and taken by
// read-modify-writes, which order everything; under PSO they order what follows, and a node may come after them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
	int value;
	_Atomic(struct node *) next;
};

_Atomic(struct node *) head, tail;
int got1, got2;

static struct node *load(_Atomic(struct node *) *place)
{
	return atomic_load_explicit(place, memory_order_relaxed);
}

static bool swing(_Atomic(struct node *) *place, struct node *from, struct node *to)
{
	return atomic_compare_exchange_strong_explicit(place, &from, to, memory_order_relaxed, memory_order_relaxed);
}

static void enqueue(int value)
{
	struct node *n = malloc(sizeof *n);
	struct node *last;

	n->value = value;
	atomic_store_explicit(&n->next, NULL, memory_order_relaxed);
	for (;;) {
		struct node *next;

		last = load(&tail);
		next = load(&last->next);
		if (last != load(&tail))
			continue;
		if (next)
			swing(&tail, last, next);
		else if (swing(&last->next, NULL, n))
			break;
	}
	swing(&tail, last, n);
}

/* The node taken out is not freed, so that no address comes back while another thread still holds it. */
static int dequeue(void)
{
	for (;;) {
		struct node *first = load(&head);
		struct node *last = load(&tail);
		struct node *next = load(&first->next);

		if (first != load(&head))
			continue;
		if (first == last) {
			if (!next)
				return 0;
			swing(&tail, last, next);
		} else {
			int value = next->value;

			if (swing(&head, first, next))
				return value;
		}
	}
}

static void *thread1(void *arg)
{
	enqueue(1);
	got1 = dequeue();
	return NULL;
}

static void *thread2(void *arg)
{
	enqueue(16);
	got2 = dequeue();
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;
	struct node *dummy = malloc(sizeof *dummy);

	atomic_init(&dummy->next, NULL);
	atomic_init(&head, dummy);
	atomic_init(&tail, dummy);
	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(got1 + got2 == 1 + 16);
	return 0;
}
