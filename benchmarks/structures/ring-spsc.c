// title: Lamport's ring, one producer and one consumer; more threads are a chain of rings
// origin: Lamport, "Specifying concurrent program modules" (ACM TOPLAS 5(2), 1983); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// weak: sc safe, tso safe, pso violation, rc11 violation
#include "run.h"

#define SIZE 2

struct ring {
	atomic_uint head, tail;
	int slot[SIZE];
} ring[THREADS - 1];

static void push(struct ring *to, int value)
{
	unsigned head = atomic_load_explicit(&to->head, memory_order_relaxed);

	while (head - atomic_load_explicit(&to->tail, memory_order_acquire) == SIZE)
		;
	to->slot[head % SIZE] = value;
	atomic_store_explicit(&to->head, head + 1, WEAKENED(memory_order_release));
}

static int pop(struct ring *from)
{
	unsigned tail = atomic_load_explicit(&from->tail, memory_order_relaxed);
	int value;

	while (atomic_load_explicit(&from->head, memory_order_acquire) == tail)
		;
	value = from->slot[tail % SIZE];
	atomic_store_explicit(&from->tail, tail + 1, memory_order_release);
	return value;
}

static void work(int me)
{
	for (int n = 1; n <= OPS; n++) {
		int value = me == 0 ? n : pop(&ring[me - 1]);

		assert(value == n);
		if (me + 1 < THREADS)
			push(&ring[me], value);
	}
}

int main(void)
{
	run();
	return 0;
}
