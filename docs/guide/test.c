#include <assert.h>
#include <pthread.h>

#include "ring.h"

#define ITEMS 3

static struct ring ring;

static void *producer(void *unused)
{
	for (int i = 1; i <= ITEMS; i++)
		while (!ring_put(&ring, i))
			;
	return unused;
}

static void *consumer(void *unused)
{
	for (int i = 1; i <= ITEMS; i++) {
		int value;

		while (!ring_take(&ring, &value))
			;
		assert(value == i);
	}
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], 0, producer, 0);
	pthread_create(&threads[1], 0, consumer, 0);
	pthread_join(threads[0], 0);
	pthread_join(threads[1], 0);
	return 0;
}
