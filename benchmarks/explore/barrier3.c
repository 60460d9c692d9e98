// title: N threads meet three times at a barrier
// origin: Kokologiannakis, Vafeiadis, "BAM: Efficient Model Checking for Barriers" (2021), section 4.2; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: -DN=3 sc 1/0, -DN=4 sc 1/0, -DN=5 sc 1/0, -DN=6 sc 1/0
// count-no-bam: -DN=3 sc 216/3054
// large-count-no-bam: -DN=4 sc 13824/907152
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_barrier_t barrier;

static void *thread(void *arg)
{
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return arg;
}

int main(void)
{
	pthread_t threads[N];

	pthread_barrier_init(&barrier, NULL, N);
	for (int i = 0; i < N; i++)
		pthread_create(&threads[i], NULL, thread, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], NULL);
	assert(threads[0] != threads[N - 1] || N == 1);
	return 0;
}
