// title: the last zero of an array whose elements are written one after the other
// origin: Abdulla, Aronis, Jonsson, Sagonas, "Source Sets" (JACM 64(4), 2017), as measured in Kokologiannakis et al., "Truly Stateless, Optimal Dynamic Partial Order Reduction" (POPL 2022), section 6.1; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: -DN=5 sc 64/0, -DN=10 sc 3328/0, -DN=15 sc 147456/0
// large-count: -DN=20 sc 6029312/0
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif

volatile int array[N + 1];

static void *reader(void *arg)
{
	int i = N;

	while (array[i] != 0)
		i--;
	assert(i >= 0);
	return NULL;
}

static void *writer(void *arg)
{
	long j = (long)arg;

	array[j] = array[j - 1] + 1;
	return NULL;
}

int main(void)
{
	pthread_t first, others[N];

	pthread_create(&first, NULL, reader, NULL);
	for (long j = 1; j <= N; j++)
		pthread_create(&others[j - 1], NULL, writer, (void *)j);
	pthread_join(first, NULL);
	for (int j = 0; j < N; j++)
		pthread_join(others[j], NULL);
	return 0;
}
