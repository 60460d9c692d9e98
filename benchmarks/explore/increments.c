// title: N threads that each add one by a read and a write
// origin: textbook; the lost update; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: -DN=3 sc 36/0, -DN=4 sc 576/0, -DN=5 sc 14400/0
// large-count: -DN=6 sc 518400/0
// count-rf: -DN=3 sc 27/0, -DN=4 sc 256/0, -DN=5 sc 3125/0
// large-count-rf: -DN=6 sc 46656/0
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

volatile int x;

static void *increment(void *arg)
{
	int c = x;

	x = c + 1;
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, increment, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	assert(x <= N);
	return 0;
}
