// title: mutual exclusion by a flag that is tested and then set
// origin: the first attempt in Dijkstra, "Cooperating sequential processes" (EWD 123, 1965), in which testing and setting are two steps; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// repair: none
#include <assert.h>
#include <pthread.h>

volatile int taken;
volatile int inside, overlap;

static void *worker(void *arg)
{
	while (taken)
		;
	taken = 1;
	if (inside)
		overlap = 1;
	inside = 1;
	inside = 0;
	taken = 0;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!overlap);
	return 0;
}
