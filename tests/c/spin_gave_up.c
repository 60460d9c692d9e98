// A waiting loop with a limit whose counter says behind it whether it was reached.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, data;

static int is_ready(unsigned left)
{
	while (!(atomic_load(&ready) & 1) && --left)
		;
	return left ? 1 : 0;
}

static void *reader(void *arg)
{
	int left = 1000000;

	while (!(atomic_load(&ready) & 1) && --left)
		;
	if (!left && !is_ready(1000000))
		return 0;
	assert(atomic_load(&data) == 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, reader, 0);
	atomic_store(&data, 1);
	atomic_store(&ready, 1);
	pthread_join(t, 0);
	return 0;
}
