// The length is what another thread has made of it: no array has so many elements.
// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <pthread.h>

static volatile int x;

static void *lowers(void *unused)
{
	x = -3;
	return unused;
}

static void *uses(void *unused)
{
	int n = x + 1;
	char c[n];

	c[0] = 1;
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], 0, lowers, 0);
	pthread_create(&threads[1], 0, uses, 0);
	pthread_join(threads[0], 0);
	pthread_join(threads[1], 0);
	return 0;
}
