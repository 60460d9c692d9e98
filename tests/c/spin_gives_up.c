// Whoever looks so often may still look too early: what the counter of a waiting loop says behind it.
// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, data;

static void *reader(void *arg)
{
	int left = 1000000;

	while (!(atomic_load(&ready) & 1) && --left)
		;
	assert(left);
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
