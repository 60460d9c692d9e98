// verdict: sc violation, tso violation, pso violation
// The check of the result for errors does not matter, but the result is kept and looked at later.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t barrier;

static void *run(void *argument)
{
	int result = pthread_barrier_wait(&barrier);

	if (result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD)
		exit(1);
	assert(result == 0);
	return argument;
}

int main(void)
{
	pthread_t a, b;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
