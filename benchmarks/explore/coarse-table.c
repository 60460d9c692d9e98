// title: N threads that each put a key into a table of M buckets, one mutex for all of it
// origin: after Kokologiannakis, Raad, Vafeiadis, "Effective Lock Handling in Stateless Model Checking" (2019), section 1; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// complete: -DN=3 sc 6, -DN=4 sc 24, -DN=4 tso 24, -DN=4 pso 24, -DN=5 sc 120
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 4
#endif
#ifndef M
#define M 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int has[M][N];
static int count[M];

static void put(int key)
{
	int bucket = key % M;

	pthread_mutex_lock(&lock);
	has[bucket][key] = 1;
	count[bucket]++;
	pthread_mutex_unlock(&lock);
}

static void *thread(void *arg)
{
	put((int)(long)arg);
	return NULL;
}

int main(void)
{
	pthread_t threads[N];
	int all = 0;

	for (long i = 0; i < N; i++)
		pthread_create(&threads[i], NULL, thread, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < M; i++)
		all += count[i];
	assert(all == N);
	return 0;
}
