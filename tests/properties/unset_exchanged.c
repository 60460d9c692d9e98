// title: a block is set by exchanges, whose results nobody asks for
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *box;

static void *writer(void *arg)
{
	atomic_exchange(box, 7);
	return arg;
}

int main(void)
{
	pthread_t thread;

	box = malloc(sizeof *box);
	pthread_create(&thread, 0, writer, 0);
	atomic_exchange(box, 8);
	pthread_join(thread, 0);
	return atomic_load(box) > 6 ? 0 : 1;
}
