// title: Harris's linked list
// origin: Harris, "A pragmatic implementation of non-blocking linked-lists" (DISC 2001); the search as in Michael, "High performance dynamic lock-free hash tables and list-based sets" (SPAA 2002); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: -DTHREADS=3 -DOPS=1: sc safe, tso safe, pso violation, rc11 violation
#include "run.h"

/* The lowest bit of a link says that the node it stands in is deleted. No node is used twice. */
struct node {
	atomic_uintptr_t next;
	int key;
} node[THREADS * OPS], first, second;

#define MARKED(link) ((link) & 1)
#define NODE(link) ((struct node *)((link) & ~(uintptr_t)1))

#define KEYS 4
int changes[THREADS][KEYS];

static bool change(atomic_uintptr_t *link, uintptr_t from, uintptr_t to, memory_order order)
{
	return atomic_compare_exchange_strong_explicit(link, &from, to, order, memory_order_relaxed);
}

/* The link that leads to the first node whose key is not less, and that node. Deleted nodes on the way are unlinked. */
static atomic_uintptr_t *search(int key, struct node **found)
{
again:;
	atomic_uintptr_t *link = &first.next;
	struct node *at = NODE(atomic_load_explicit(link, memory_order_acquire));
	int before = 0;

	while (at) {
		uintptr_t next = atomic_load_explicit(&at->next, memory_order_acquire);

		if (MARKED(next)) {
			if (!change(link, (uintptr_t)at, next & ~(uintptr_t)1, memory_order_release))
				goto again;
		} else {
			assert(at->key > before);
			if (at->key >= key)
				break;
			before = at->key;
			link = &at->next;
		}
		at = NODE(next);
	}
	*found = at;
	return link;
}

static bool insert(struct node *new, int key)
{
	new->key = key;
	for (;;) {
		struct node *at;
		atomic_uintptr_t *link = search(key, &at);

		if (at && at->key == key)
			return false;
		atomic_store_explicit(&new->next, (uintptr_t)at, memory_order_relaxed);
		if (change(link, (uintptr_t)at, (uintptr_t)new, WEAKENED(memory_order_release)))
			return true;
	}
}

static bool delete(int key)
{
	for (;;) {
		struct node *at;
		atomic_uintptr_t *link = search(key, &at);
		uintptr_t next;

		if (!at || at->key != key)
			return false;
		next = atomic_load_explicit(&at->next, memory_order_acquire);
		if (MARKED(next) || !change(&at->next, next, next | 1, memory_order_relaxed))
			continue;
		change(link, (uintptr_t)at, next, memory_order_release);
		return true;
	}
}

/* Thread 0 inserts behind the node that thread 1 deletes; what they did is done again, the other way round. */
static void work(int me)
{
	for (int n = 0; n < OPS; n++) {
		int key = me == 1 ? 2 : 3;

		if (PUTS(me, n) && me < 2)
			changes[me][key] += insert(&node[me * OPS + n], key);
		else
			changes[me][key] -= delete(key);
	}
}

int main(void)
{
	second.key = 2;
	atomic_init(&first.next, (uintptr_t)&second);
	changes[0][2] = 1;
	run();
	for (int key = 1; key < KEYS; key++) {
		int count = 0;
		struct node *at;

		for (int me = 0; me < THREADS; me++)
			count += changes[me][key];
		search(key, &at);
		assert(count == (at && at->key == key));
	}
	return 0;
}
