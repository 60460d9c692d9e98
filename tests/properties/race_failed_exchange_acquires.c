// title: what a compare-and-exchange finds that fails in an acquiring order is published to it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <pthread.h>
#include <stdatomic.h>

struct node {
	int value;
};

static struct node node;
static _Atomic(struct node *) head;
static int seen;

static void *pushes(void *unused)
{
	node.value = 1;
	atomic_store_explicit(&head, &node, memory_order_release);
	return unused;
}

static void *pops(void *unused)
{
	struct node *top = NULL;

	if (!atomic_compare_exchange_strong_explicit(&head, &top, NULL, memory_order_relaxed, memory_order_acquire))
		seen = top->value;
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, pushes, NULL);
	pthread_create(&t1, NULL, pops, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
