// title: a barrier for three that two come to
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: deadlock
#include <pthread.h>

pthread_barrier_t all;

static void *left(void *arg)
{
	pthread_barrier_wait(&all);
	return 0;
}

int main(void)
{
	pthread_t a;

	pthread_barrier_init(&all, 0, 3);
	pthread_create(&a, 0, left, 0);
	pthread_barrier_wait(&all);
	pthread_join(a, 0);
	return 0;
}
