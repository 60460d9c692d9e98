// title: two threads count in a block that nobody has set
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation, tso violation, pso violation
// property: use of what nobody has set
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *box;

static void *counter(void *arg)
{
	atomic_fetch_add(box, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	box = malloc(sizeof *box);
	pthread_create(&thread, 0, counter, 0);
	atomic_fetch_add(box, 1);
	pthread_join(thread, 0);
	return 0;
}
