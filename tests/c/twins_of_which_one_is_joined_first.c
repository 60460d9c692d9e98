// verdict: sc safe, tso violation, pso violation
// Of two threads that do the same one is joined, and one waits for good for a mutex that the other one keeps. Behind that join stands that of
// a thread of another kind, of which nothing is known there.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;
static volatile int x, y, a, b;

static void *one(void *unused)
{
	pthread_mutex_lock(&own);
	x = 1;
	pthread_mutex_trylock(&own);
	a = y;
	return unused;
}

static void *two(void *unused)
{
	pthread_mutex_lock(&kept);
	y = 1;
	pthread_mutex_trylock(&kept);
	b = x;
	return unused;
}

int main(void)
{
	pthread_t s, t;

	pthread_create(&s, 0, one, 0);
	pthread_create(&t, 0, two, 0);
	pthread_create(&t, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(s, 0);
	assert(a || b);
	return 0;
}
