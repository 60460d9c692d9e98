// title: a thread that waits for a mutex when the program ends
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc safe, tso safe, pso safe, arm8 safe, power safe
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *left(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return 0;
}

/* When main returns the program ends, whoever waits. */
int main(void)
{
	pthread_t a;

	pthread_mutex_lock(&m);
	pthread_create(&a, 0, left, 0);
	return 0;
}
