// verdict: sc violation, tso violation, pso violation
// property: assertion
// main ends by pthread_exit: what was given to atexit sees what the last thread has done.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void at_the_end(void)
{
	assert(x != 2);
}

static void *work(void *unused)
{
	x = 1;
	x = 2;
	pthread_exit(unused);
}

int main(void)
{
	pthread_t thread;

	atexit(at_the_end);
	pthread_create(&thread, 0, work, 0);
	pthread_exit(0);
}
