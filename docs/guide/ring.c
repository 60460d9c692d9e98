#include "ring.h"

bool ring_put(struct ring *ring, int value)
{
	unsigned tail = ring->tail;

	if (tail - ring->head == SLOTS)
		return false;
	ring->slots[tail % SLOTS] = value;
	ring->tail = tail + 1;
	return true;
}

bool ring_take(struct ring *ring, int *value)
{
	unsigned head = ring->head;

	if (head == ring->tail)
		return false;
	*value = ring->slots[head % SLOTS];
	ring->head = head + 1;
	return true;
}
