// verdict: sc violation, tso violation, pso violation
// property: assertion
// One thread sees what is taken back, and another one what its owner does afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wanted, opened, passed;
int late, high, low;

static void *taker(void *arg)
{
	while (1) {
		atomic_fetch_add(&wanted, 1);
		if (opened)
			break;
		atomic_fetch_sub(&wanted, 1);
	}
	passed = 1;
	return NULL;
}

static void *end(void *arg)
{
	late = passed;
	return NULL;
}

static void *looker(void *arg)
{
	high = wanted;
	low = wanted;
	return NULL;
}

static void *opener(void *arg)
{
	opened = 1;
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	pthread_create(&t[0], NULL, taker, NULL);
	pthread_create(&t[1], NULL, end, NULL);
	pthread_create(&t[2], NULL, looker, NULL);
	pthread_create(&t[3], NULL, opener, NULL);
	pthread_join(t[1], NULL);
	pthread_join(t[2], NULL);
	assert(!(late == 1 && high == 1 && low == 0));
	return 0;
}
