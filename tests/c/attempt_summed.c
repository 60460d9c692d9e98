// verdict: sc violation, tso violation, pso violation
// property: assertion
// Only two open attempts together are enough to be seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock = 1;
int seen;

static void *taker(void *arg)
{
	while (atomic_fetch_add(&lock, 2) & 1)
		atomic_fetch_sub(&lock, 2);
	return NULL;
}

static void *other(void *arg)
{
	seen = atomic_fetch_sub(&lock, 1) == 5;
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, taker, NULL);
	pthread_create(&t[1], NULL, taker, NULL);
	pthread_create(&t[2], NULL, other, NULL);
	for (int n = 0; n < 3; n++)
		pthread_join(t[n], NULL);
	assert(!seen);
	return 0;
}
