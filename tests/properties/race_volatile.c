// title: volatile objects, which count as atomic
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>

volatile int counter;

static void *left(void *arg)
{
	counter = 1;
	return 0;
}

static void *right(void *arg)
{
	counter = 2;
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
