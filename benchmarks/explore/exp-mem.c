// title: the program on which stored sequences need exponential memory
// origin: Kokologiannakis et al., "Truly Stateless, Optimal Dynamic Partial Order Reduction" (POPL 2022), section 2.3; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: -DN=3 sc 12/0, -DN=5 sc 240/0, -DN=6 tso 1440/0, -DN=7 sc 10080/0
// large-count: -DN=8 sc 80640/0, -DN=9 sc 725760/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int x, y;

static void *first(void *arg)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

static void *other(void *arg)
{
	int r = atomic_fetch_add(&y, 1);

	assert(r < N);
	if ((long)arg == N)
		atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t, others[N];

	pthread_create(&t, NULL, first, NULL);
	for (long j = 1; j <= N; j++)
		pthread_create(&others[j - 1], NULL, other, (void *)j);
	pthread_join(t, NULL);
	for (int j = 0; j < N; j++)
		pthread_join(others[j], NULL);
	return 0;
}
