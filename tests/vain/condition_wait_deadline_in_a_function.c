// title: A library's function waits for so long from now on: what it computes is new in each call
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static int waits_for(pthread_cond_t *variable, pthread_mutex_t *lock, unsigned long nanoseconds)
{
	struct timespec until;
	int failed;

	clock_gettime(CLOCK_REALTIME, &until);
	nanoseconds += until.tv_nsec;
	until.tv_sec += nanoseconds / 1000000000;
	until.tv_nsec = nanoseconds % 1000000000;
	failed = pthread_cond_timedwait(variable, lock, &until);
	if (failed)
		return -1;
	return 0;
}

static void *sets(void *arg)
{
	pthread_mutex_lock(&mutex);
	ready = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, sets, 0);
	pthread_mutex_lock(&mutex);
	while (!ready)
		waits_for(&changed, &mutex, 1000);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, 0);
	assert(ready == 1);
	pthread_cond_destroy(&changed);
	return 0;
}
