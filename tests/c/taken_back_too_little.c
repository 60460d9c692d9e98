// verdict: sc violation, tso violation, pso violation
// property: assertion
// One comes back too few in each iteration.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wanted = 1;

static void *taker(void *arg)
{
	for (int n = 0; n < 9 && atomic_fetch_add(&wanted, 2) < 4; n++)
		atomic_fetch_sub(&wanted, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, taker, NULL);
	pthread_join(t, NULL);
	assert(atomic_load(&wanted) != 6);
	return 0;
}
