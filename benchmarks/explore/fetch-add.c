// title: N threads that each add one by a read-modify-write
// origin: textbook; the executions are the orders of the threads; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: -DN=2 sc 2/0, -DN=3 tso 6/0, -DN=4 sc 24/0, -DN=4 pso 24/0, -DN=5 tso 120/0, -DN=5 pso 120/0, -DN=6 sc 720/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int x;

static void *add(void *arg)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	assert(x == N);
	return 0;
}
