// verdict: sc safe, tso safe, pso safe
// A function that main calls ends the first thread: what was given to atexit runs when the last one has ended.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;
static pthread_t first;

static void at_the_end(void)
{
	assert(x == 3);
}

static void leave(void)
{
	pthread_exit(0);
}

static void *work(void *unused)
{
	x = 1;
	pthread_join(first, 0);
	x = 3;
	return unused;
}

int main(void)
{
	pthread_t thread;

	first = pthread_self();
	atexit(at_the_end);
	pthread_create(&thread, 0, work, 0);
	leave();
	return 0;
}
