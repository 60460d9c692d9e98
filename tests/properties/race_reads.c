// title: reads alone do not race
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>

int value = 1, a_saw, b_saw;

static void *left(void *arg)
{
	a_saw = value;
	return 0;
}

static void *right(void *arg)
{
	b_saw = value;
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
