// title: Two threads that each hold a lock and try that of the other, and give up their own if that fails
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

static int count;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *own, pthread_mutex_t *other)
{
	for (;;) {
		pthread_mutex_lock(own);
		if (!pthread_mutex_trylock(other))
			break;
		pthread_mutex_unlock(own);
	}
	count++;
	pthread_mutex_unlock(other);
	pthread_mutex_unlock(own);
}

static void *left(void *arg)
{
	both(&one, &two);
	return arg;
}

static void *right(void *arg)
{
	both(&two, &one);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(count == 2);
	return 0;
}
