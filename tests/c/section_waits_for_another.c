// title: a critical section waits for what comes behind another one, and a third thread sees how far the first has come
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y;

static void *holds(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1;
	while (!y)
		;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *comes_behind(void *arg)
{
	while (!x)
		;
	pthread_mutex_lock(&m);
	y = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *sees(void *arg)
{
	assert(!x);
	return arg;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, holds, NULL);
	pthread_create(&t2, NULL, comes_behind, NULL);
	pthread_create(&t3, NULL, sees, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
