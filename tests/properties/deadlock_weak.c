// title: mutexes in opposite orders, by whoever comes first; with store buffers both do
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc safe, tso violation, pso violation, arm8 violation, power violation
// property: deadlock
#include <pthread.h>

pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
volatile int x, y;

static void *left(void *arg)
{
	x = 1;
	if (y == 0) {
		pthread_mutex_lock(&one);
		pthread_mutex_lock(&other);
		pthread_mutex_unlock(&other);
		pthread_mutex_unlock(&one);
	}
	return 0;
}

static void *right(void *arg)
{
	y = 1;
	if (x == 0) {
		pthread_mutex_lock(&other);
		pthread_mutex_lock(&one);
		pthread_mutex_unlock(&one);
		pthread_mutex_unlock(&other);
	}
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
