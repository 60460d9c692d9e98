// verdict: arm8 safe, rc11 safe, imm safe, power safe, arm7 safe
// Taking from a stack: what a retry finds is acquired like the first head.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	atomic_int value;
	struct node *next;
};

static struct node first, second;
static struct node *_Atomic top;

static void push(struct node *node)
{
	struct node *head = atomic_load_explicit(&top, memory_order_relaxed);

	do {
		node->next = head;
	} while (!atomic_compare_exchange_strong_explicit(&top, &head, node, memory_order_release, memory_order_relaxed));
}

static void *pushes(void *unused)
{
	atomic_store_explicit(&second.value, 1, memory_order_relaxed);
	push(&second);
	return unused;
}

static void *pops(void *unused)
{
	struct node *head = atomic_load_explicit(&top, memory_order_acquire);
	int value;

	do {
		value = atomic_load_explicit(&head->value, memory_order_relaxed);
	} while (!atomic_compare_exchange_strong_explicit(&top, &head, NULL, memory_order_acquire, memory_order_acquire));
	assert(value == 1);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	atomic_init(&first.value, 1);
	atomic_init(&top, &first);
	pthread_create(&t0, NULL, pushes, NULL);
	pthread_create(&t1, NULL, pops, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
