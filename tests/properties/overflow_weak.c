// title: a count that wraps around because a reset comes late
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: overflow
// verdict: sc safe, tso safe, pso violation
// property: signed overflow
#include <limits.h>
#include <pthread.h>

volatile int count = INT_MAX, ready;

static void *left(void *arg)
{
	count = 0;
	ready = 1;
	return 0;
}

static void *right(void *arg)
{
	if (ready)
		count++;
	return 0;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
