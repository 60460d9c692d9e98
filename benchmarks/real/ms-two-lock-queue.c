// title: Michael-Scott two-lock queue, relaxed everywhere
// origin: Michael, Scott, "Simple, fast, and practical non-blocking and blocking concurrent queue algorithms" (PODC 1996), figure 2, in C11 atomics with test-and-set locks; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 4 pairs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
	_Atomic(struct node *) next;
};

struct node *head, *tail;
atomic_int head_lock, tail_lock;
int got;

static void acquire(atomic_int *lock)
{
	while (atomic_exchange_explicit(lock, 1, memory_order_relaxed))
		;
}

static void release(atomic_int *lock)
{
	atomic_store_explicit(lock, 0, memory_order_relaxed);
}

static void enqueue(int value)
{
	struct node *n = malloc(sizeof *n);

	n->value = value;
	atomic_store_explicit(&n->next, NULL, memory_order_relaxed);
	acquire(&tail_lock);
	atomic_store_explicit(&tail->next, n, memory_order_relaxed);
	tail = n;
	release(&tail_lock);
}

static int dequeue(void)
{
	struct node *next;
	int value = 0;

	acquire(&head_lock);
	next = atomic_load_explicit(&head->next, memory_order_relaxed);
	if (next) {
		value = next->value;
		head = next;
	}
	release(&head_lock);
	return value;
}

static void *thread1(void *arg)
{
	enqueue(1);
	return NULL;
}

static void *thread2(void *arg)
{
	enqueue(16);
	got = dequeue();
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;
	struct node *dummy = malloc(sizeof *dummy);
	int rest;

	atomic_init(&dummy->next, NULL);
	head = tail = dummy;
	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	rest = dequeue();
	assert(got + rest == 1 + 16);
	return 0;
}
