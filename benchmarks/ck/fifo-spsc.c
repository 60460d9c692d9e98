// title: Concurrency Kit, single-producer single-consumer queue
// origin: libck-dev 0.7.1, ck_fifo_spsc; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#include <stdint.h>
#include <ck_fifo.h>

#ifndef ITEMS
#define ITEMS 2
#endif

ck_fifo_spsc_t fifo;
ck_fifo_spsc_entry_t stub, entries[ITEMS];

static void *producer(void *arg)
{
	for (int n = 0; n < ITEMS; n++)
		ck_fifo_spsc_enqueue(&fifo, &entries[n], (void *)(intptr_t)(n + 1));
	return NULL;
}

static void *consumer(void *arg)
{
	intptr_t expected = 1;

	for (int n = 0; n < ITEMS; n++) {
		void *value;

		if (ck_fifo_spsc_dequeue(&fifo, &value)) {
			assert((intptr_t)value == expected);
			expected++;
		}
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	ck_fifo_spsc_init(&fifo, &stub);
	pthread_create(&t1, NULL, producer, NULL);
	pthread_create(&t2, NULL, consumer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
