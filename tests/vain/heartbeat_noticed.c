// title: Who takes back what the worker said may find that it has said so again
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, alive;

static void *worker(void *arg)
{
	while (!atomic_load(&stop))
		atomic_store(&alive, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, worker, 0);
	while (!atomic_load(&alive))
		;
	atomic_store(&alive, 0);
	int again = atomic_load(&alive);
	atomic_store(&stop, 1);
	pthread_join(t, 0);
	assert(!again);
	return 0;
}
