// suggest: --model pso
// The end of a body that is no block is a statement boundary as any other: no fence in the condition.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node {
	int value;
	struct node *next;
};
_Atomic(struct node *) top;
static struct node nodes[2];
static void push(struct node *n)
{
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
	n->value = 1;
	do
		n->next = old;
	while (!atomic_compare_exchange_strong_explicit(&top, &old, n, memory_order_relaxed, memory_order_relaxed));
}
static void *t1(void *unused)
{
	push(&nodes[0]);
	return 0;
}
int main(void)
{
	pthread_t a;
	push(&nodes[1]);
	pthread_create(&a, 0, t1, 0);
	struct node *n = atomic_load_explicit(&top, memory_order_relaxed);
	assert(n->value == 1);
	assert(n == &nodes[1] || n->next == &nodes[1]);
	pthread_join(a, 0);
	return 0;
}
