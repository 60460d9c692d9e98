// verdict: sc safe, tso safe, pso safe
// gcc: no, a thread waits for good
// As long as a thread waits the process does not end, and nothing runs behind it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void at_the_end(void)
{
	assert(0);
}

static void *work(void *unused)
{
	pthread_mutex_lock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;

	atexit(at_the_end);
	pthread_mutex_lock(&mutex);
	pthread_create(&thread, 0, work, 0);
	pthread_exit(0);
}
