// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *sets(void *unused)
{
	pthread_mutex_lock(&mutex);
	ready = 1;
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct timespec until = {1};
	int error = 0;

	pthread_create(&thread, 0, sets, 0);
	pthread_mutex_lock(&mutex);
	do {
		error = pthread_cond_timedwait(&changed, &mutex, &until);
	} while (!ready && !error);
	assert(!ready || !error);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, 0);
	return 0;
}
