// verdict: sc violation, tso violation, pso violation
// property: assertion
// What is taken back in the same iteration may be seen in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wanted = 1;

static void *taker(void *arg)
{
	while (atomic_fetch_add(&wanted, 1) != 0)
		atomic_fetch_sub(&wanted, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, taker, NULL);
	int seen = atomic_load(&wanted);
	assert(seen != 2);
	atomic_fetch_sub(&wanted, 1);
	pthread_join(t, NULL);
	return 0;
}
