/* A ring buffer for one producer and one consumer, without locks. */
#ifndef RING_H
#define RING_H

#include <stdbool.h>

#define SLOTS 2

struct ring {
	volatile unsigned head; /* how many were taken; the consumer writes it */
	volatile unsigned tail; /* how many were put; the producer writes it */
	volatile int slots[SLOTS];
};

bool ring_put(struct ring *ring, int value);
bool ring_take(struct ring *ring, int *value);

#endif
