// verdict: sc violation, tso violation, pso violation
// property: assertion
// Two iterations are noticed, one after the other, and what is in front of the second may have become visible.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wanted = 1;
int high;

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
	for (int n = 0; n < 3; n++)
		high = high * 10 + atomic_load(&wanted);
	assert(high != 212);
	atomic_fetch_sub(&wanted, 1);
	pthread_join(t, NULL);
	return 0;
}
