// title: The loop reads what the pointer leads to, and gives up where there is nothing
// origin: written for this
// count: sc 2/2 4/0
// count: tso 2/2 4/0
// count: pso 2/2 4/0
// count: rc11 2/2 4/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { struct node *next; int value; };
static struct node first = { 0, 1 }, second = { &first, 2 };
_Atomic(struct node *) top = &second;
int found[2];

static struct node *pop(void)
{
	struct node *n = atomic_load_explicit(&top, memory_order_acquire);
	while (n) {
		struct node *next = n->next;
		if (atomic_compare_exchange_weak_explicit(&top, &n, next, memory_order_acq_rel, memory_order_acquire))
			break;
	}
	return n;
}

static void *looks(void *arg)
{
	struct node *n = pop();
	found[0] = n ? n->value : -1;
	return arg;
}

static void *changes(void *arg)
{
	struct node *n = pop();
	found[1] = n ? n->value : -1;
	return arg;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, looks, 0);
	pthread_create(&t, 0, changes, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(found[0] != 99 && found[1] != 99);
	return 0;
}
