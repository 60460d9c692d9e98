// title: a mutex is destroyed while a section may hold it that has nothing in common with the others
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation, rc11 violation
#include <pthread.h>

pthread_mutex_t m;
int a, b;

static void *one(void *arg)
{
	pthread_mutex_lock(&m);
	a = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *other(void *arg)
{
	pthread_mutex_lock(&m);
	b = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_mutex_init(&m, NULL);
	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, other, NULL);
	pthread_join(t1, NULL);
	pthread_mutex_destroy(&m);
	pthread_join(t2, NULL);
	return a + b - 2;
}
