// title: Concurrency Kit, ring buffer with one producer and one consumer
// origin: libck-dev 0.7.1, ck_ring; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#include <stdint.h>
#include <ck_ring.h>

#ifndef ITEMS
#define ITEMS 2
#endif
#define SLOTS 2

ck_ring_t ring;
ck_ring_buffer_t slots[SLOTS];

static void *producer(void *arg)
{
	intptr_t next = 1;

	for (int n = 0; n < ITEMS; n++)
		if (ck_ring_enqueue_spsc(&ring, slots, (void *)next))
			next++;
	return NULL;
}

static void *consumer(void *arg)
{
	intptr_t expected = 1;

	for (int n = 0; n < ITEMS; n++) {
		void *value;

		if (ck_ring_dequeue_spsc(&ring, slots, &value)) {
			assert((intptr_t)value == expected);
			expected++;
		}
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	ck_ring_init(&ring, SLOTS);
	pthread_create(&t1, NULL, producer, NULL);
	pthread_create(&t2, NULL, consumer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
