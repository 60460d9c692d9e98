// title: Treiber stack that reuses nodes (the ABA problem)
// origin: the problem of Treiber's stack (IBM RJ 5118, 1986) described in Michael, "Hazard pointers" (IEEE TPDS 15(6), 2004); licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// repair: none
// A pop is delayed between reading the next node and its CAS; meanwhile the other thread pops two nodes and pushes
// the first one back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
	struct node *next;
	int owned;
};

_Atomic(struct node *) top;
struct node nodes[2];
int taken_twice;

static void push(struct node *n)
{
	struct node *old = atomic_load(&top);

	do
		n->next = old;
	while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void)
{
	struct node *old = atomic_load(&top);

	do {
		if (!old)
			return NULL;
	} while (!atomic_compare_exchange_strong(&top, &old, old->next));
	return old;
}

static void *thread1(void *arg)
{
	pop();
	return NULL;
}

static void *thread2(void *arg)
{
	struct node *a = pop();
	struct node *b = pop();

	if (b)
		b->owned = 1;
	if (a)
		push(a);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;
	struct node *left;

	push(&nodes[0]);
	push(&nodes[1]);
	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	left = pop();
	assert(!left || !left->owned);
	return 0;
}
