// title: a section cannot come to pass within another one that has nothing in common with it
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y, z;

static void *outer(void *arg)
{
	int r;

	pthread_mutex_lock(&m);
	x = 1;
	r = y;
	pthread_mutex_unlock(&m);
	assert(r == 0);
	return arg;
}

static void *between(void *arg)
{
	if (x)
		z = 1;
	return arg;
}

static void *inner(void *arg)
{
	int r;

	pthread_mutex_lock(&m);
	r = z;
	pthread_mutex_unlock(&m);
	if (r)
		y = 1;
	return arg;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, outer, NULL);
	pthread_create(&t2, NULL, between, NULL);
	pthread_create(&t3, NULL, inner, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
