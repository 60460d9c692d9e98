/* A ring buffer for one producer and one consumer, without locks. */
#ifndef RING_H
#define RING_H

#include <stdatomic.h>
#include <stdbool.h>

#define SLOTS 2

struct ring {
	atomic_uint head; /* how many were taken; the consumer writes it */
	atomic_uint tail; /* how many were put; the producer writes it */
	int slots[SLOTS];
};

bool ring_put(struct ring *ring, int value);
bool ring_take(struct ring *ring, int *value);

#endif
