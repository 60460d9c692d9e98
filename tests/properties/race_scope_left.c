// title: the end of a block under a thread that uses its variable
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation
// property: data race
#include <pthread.h>

static void *left(void *arg)
{
	return *(int *)arg ? arg : 0;
}

static pthread_t start(void)
{
	pthread_t a;
	int local = 1;

	pthread_create(&a, 0, left, &local);
	return a;
}

int main(void)
{
	pthread_join(start(), 0);
	return 0;
}
