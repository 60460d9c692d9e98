// title: the last of several semaphores, of which there is no more than a part
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct gate {
	int name;
	sem_t open;
};

static struct gate *gate;

static void *wait(void *unused)
{
	sem_wait(&gate->open);
	return unused;
}

int main(void)
{
	pthread_t waits;

	gate = calloc(1, sizeof gate + sizeof(int) + sizeof(long));
	sem_post(&gate->open);
	pthread_create(&waits, NULL, wait, NULL);
	pthread_join(waits, NULL);
	free(gate);
	return 0;
}
