// title: ticket lock, relaxed everywhere
// origin: Mellor-Crummey, Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors" (ACM TOCS 9(1), 1991), section 2.2, in C11 atomics; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SECTIONS
#define SECTIONS 1
#endif

struct ticket_lock {
	atomic_uint next;
	atomic_uint serving;
};

struct ticket_lock lock;
int counter;

static void acquire(struct ticket_lock *l)
{
	unsigned ticket = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);

	while (atomic_load_explicit(&l->serving, memory_order_relaxed) != ticket)
		;
}

static void release(struct ticket_lock *l)
{
	unsigned ticket = atomic_load_explicit(&l->serving, memory_order_relaxed);

	atomic_store_explicit(&l->serving, ticket + 1, memory_order_relaxed);
}

static void *worker(void *arg)
{
	for (int n = 0; n < SECTIONS; n++) {
		acquire(&lock);
		counter++;
		release(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2 * SECTIONS);
	return 0;
}
