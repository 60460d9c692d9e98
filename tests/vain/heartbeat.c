// title: A worker that says again and again that it lives, until it is stopped
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, weak safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, alive;

static void *worker(void *arg)
{
	while (!atomic_load(&stop))
		atomic_store(&alive, 1);
	atomic_store(&alive, 2);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, worker, 0);
	while (!atomic_load(&alive))
		;
	atomic_store(&stop, 1);
	pthread_join(t, 0);
	assert(atomic_load(&alive) == 2);
	return 0;
}
