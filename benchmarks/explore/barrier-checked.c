// title: N threads meet once at a barrier and check the result for errors
// origin: written for this collection; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: -DN=3 sc 1/0, -DN=4 tso 1/0, -DN=6 pso 1/0
// count-no-bam: -DN=3 sc 6/30
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 4
#endif
enum { THREADS = N };

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
