// title: a mutex that is tried is held by who does something else with it
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation, rc11 violation
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b;

static void *takes(void *arg)
{
	pthread_mutex_lock(&m);
	a = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *tries(void *arg)
{
	assert(pthread_mutex_trylock(&m) == 0);
	b = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, takes, NULL);
	pthread_create(&t2, NULL, tries, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return a + b - 2;
}
