// suggest: --model pso
// The loop brings the store of the link round again behind the fence, but the fence stands behind both stores: what is said is true of one round.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
	int value;
	struct node *next;
};
static _Atomic(struct node *) top;
static int sum1, sum2;
static void push(int value)
{
	struct node *n = malloc(sizeof *n);
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

	n->value = value;
	do
		n->next = old;
	while (!atomic_compare_exchange_strong_explicit(&top, &old, n, memory_order_relaxed, memory_order_relaxed));
}
static int pop(void)
{
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

	do {
		if (!old)
			return 0;
	} while (!atomic_compare_exchange_strong_explicit(&top, &old, old->next, memory_order_relaxed, memory_order_relaxed));
	return old->value;
}
static void *t1(void *unused)
{
	push(1);
	sum1 = pop();
	return unused;
}
static void *t2(void *unused)
{
	push(16);
	sum2 = pop();
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(sum1 + sum2 == 17);
	return 0;
}
