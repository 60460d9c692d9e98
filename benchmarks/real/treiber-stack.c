// title: Treiber stack, relaxed everywhere
// origin: Treiber, "Systems programming: coping with parallelism" (IBM RJ 5118, 1986), in C11 atomics; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 2 pairs
// In C11 the relaxed orders are too weak. TSO needs no fence: nodes are published and taken by
// read-modify-writes, which order everything; under PSO they order what follows, and a node may come after them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

_Atomic(struct node *) top;
int sum1, sum2;

static void push(int value)
{
	struct node *n = malloc(sizeof *n);
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

	n->value = value;
	do
		n->next = old;
	while (!atomic_compare_exchange_strong_explicit(&top, &old, n, memory_order_relaxed, memory_order_relaxed));
}

/* The popped node is not freed, so that no address comes back while another thread still holds it. */
static int pop(void)
{
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

	do {
		if (!old)
			return 0;
	} while (!atomic_compare_exchange_strong_explicit(&top, &old, old->next, memory_order_relaxed,
							  memory_order_relaxed));
	return old->value;
}

static void *thread1(void *arg)
{
	push(1);
	sum1 = pop();
	return NULL;
}

static void *thread2(void *arg)
{
	push(16);
	sum2 = pop();
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(sum1 + sum2 == 1 + 16);
	return 0;
}
