// title: two threads find the slot empty, and the block of one of them is lost
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks, memory
// verdict: sc violation, tso violation, pso violation
// property: memory leak
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *put(void *arg)
{
	int *mine = malloc(sizeof *mine);

	if (!slot)
		slot = mine;
	else
		free(mine);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, put, 0);
	put(0);
	pthread_join(thread, 0);
	free(slot);
	return 0;
}
