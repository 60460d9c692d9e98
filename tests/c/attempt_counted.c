// verdict: sc violation, tso violation, pso violation
// property: assertion
// An attempt at the lock that comes to nothing is counted by a fetch-and-add, and the one who made it has the lock later.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int seen, passed;

static void *taker(void *arg)
{
	while (atomic_fetch_add(&lock, 1) != 0)
		atomic_fetch_sub(&lock, 1);
	passed = 1;
	atomic_fetch_sub(&lock, 1);
	return NULL;
}

static void *holder(void *arg)
{
	while (atomic_fetch_add(&lock, 1) != 0)
		atomic_fetch_sub(&lock, 1);
	atomic_fetch_sub(&lock, 1);
	return NULL;
}

static void *counter(void *arg)
{
	seen = atomic_fetch_add(&lock, 0);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, taker, NULL);
	pthread_create(&t[1], NULL, holder, NULL);
	pthread_create(&t[2], NULL, counter, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	pthread_join(t[2], NULL);
	assert(!(passed == 1 && seen == 2));
	return 0;
}
