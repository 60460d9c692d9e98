// title: a counter without a lock
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation
// property: data race
#include <pthread.h>

int counter;

static void *left(void *arg)
{
	counter++;
	return 0;
}

static void *right(void *arg)
{
	counter--;
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
