// verdict: sc safe, tso safe, pso safe
// What a wait returns is only looked at for errors, so that it does not matter whom it singles out.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3 };

static pthread_barrier_t barrier;
static int written[THREADS];

static void *run(void *argument)
{
	long self = (long)argument;
	int result;

	written[self] = 1;
	result = pthread_barrier_wait(&barrier);
	if (result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD) {
		fprintf(stderr, "cannot wait\n");
		exit(1);
	}
	assert(written[(self + 1) % THREADS] == 1);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
