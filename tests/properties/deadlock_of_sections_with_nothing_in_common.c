// title: two mutexes are taken in opposite order by sections that have nothing in common
// origin: written for this repository; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, rc11 violation
// property: deadlock
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int a, b;

static void *one(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n);
	a = 1;
	pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *other(void *arg)
{
	pthread_mutex_lock(&n);
	pthread_mutex_lock(&m);
	b = 1;
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, other, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return a + b - 2;
}
