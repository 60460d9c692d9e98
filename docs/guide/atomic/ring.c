#include "ring.h"

bool ring_put(struct ring *ring, int value)
{
	unsigned tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);

	if (tail - atomic_load_explicit(&ring->head, memory_order_relaxed) == SLOTS)
		return false;
	ring->slots[tail % SLOTS] = value;
	atomic_store_explicit(&ring->tail, tail + 1, memory_order_relaxed);
	return true;
}

bool ring_take(struct ring *ring, int *value)
{
	unsigned head = atomic_load_explicit(&ring->head, memory_order_relaxed);

	if (head == atomic_load_explicit(&ring->tail, memory_order_relaxed))
		return false;
	*value = ring->slots[head % SLOTS];
	atomic_store_explicit(&ring->head, head + 1, memory_order_relaxed);
	return true;
}
