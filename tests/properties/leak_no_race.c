// title: two threads find the slot empty, and one of them frees its own block
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks, memory
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *put(void *arg)
{
	int *mine = malloc(sizeof *mine);

	int *none = NULL;
	if (!atomic_compare_exchange_strong(&slot, &none, mine))
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
