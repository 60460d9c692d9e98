// title: each of two threads frees the block that it sees the other one has given up; late writes hide that from both
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks, memory
// verdict: sc safe, tso violation, pso violation
// property: memory leak
#include <pthread.h>
#include <stdlib.h>

static volatile int given_up[2];
static int *block, freed_by[2];

static void leave(int me)
{
	given_up[me] = 1;
	if (given_up[!me])
		freed_by[me] = 1;
}

static void *run(void *arg)
{
	leave(1);
	return arg;
}

int main(void)
{
	pthread_t thread;
	int *local = malloc(sizeof *local);

	pthread_create(&thread, 0, run, 0);
	leave(0);
	pthread_join(thread, 0);
	if (freed_by[0] || freed_by[1])
		free(local);
	return block != NULL;
}
