#include <assert.h>
#include <pthread.h>

#include "lock.h"

static volatile int counter;

static void *work(void *self)
{
	lock((int)(long)self);
	counter++;
	unlock((int)(long)self);
	return 0;
}

int main(void)
{
	pthread_t threads[2];

	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], 0, work, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], 0);
	assert(counter == 2);
	return 0;
}
