// fewest: rc11 2 cost 4, arm8 1 cost 2, riscv 1 cost 4, lkmm 1 cost 3
// A Treiber stack: two threads push, one pops.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
	int value;
	struct node *next;
};

_Atomic(struct node *) top;
struct node nodes[2];

static void push(struct node *new, int value)
{
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
	new->value = value;
	do {
		new->next = old;
	} while (!atomic_compare_exchange_weak_explicit(&top, &old, new, memory_order_relaxed, memory_order_relaxed));
}

static void *pusher(void *new)
{
	push(new, 1);
	return new;
}

static void *popper(void *unused)
{
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
	while (old) {
		struct node *next = old->next;
		if (atomic_compare_exchange_weak_explicit(&top, &old, next, memory_order_relaxed, memory_order_relaxed)) {
			assert(old->value == 1);
			break;
		}
	}
	return unused;
}

int main(void)
{
	pthread_t t1, t2, t3;
	pthread_create(&t1, 0, pusher, &nodes[0]);
	pthread_create(&t2, 0, pusher, &nodes[1]);
	pthread_create(&t3, 0, popper, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	pthread_join(t3, 0);
	return 0;
}
