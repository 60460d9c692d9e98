// verdict: sc violation, tso violation, pso violation
// property: assertion
// A compare-and-exchange succeeds only while an attempt is open, and puts back what it found.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock = 1;
int seen;

static void *taker(void *arg)
{
	while (atomic_fetch_add(&lock, 2) != 0)
		atomic_fetch_sub(&lock, 2);
	return NULL;
}

static void *other(void *arg)
{
	int found = 3;
	seen = atomic_compare_exchange_strong(&lock, &found, 3);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, taker, NULL);
	pthread_create(&t[1], NULL, other, NULL);
	atomic_fetch_sub(&lock, 1);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(seen == 0);
	return 0;
}
