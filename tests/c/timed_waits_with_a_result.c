// The idiom of a wait with a limit, in three forms: a wait that ends for no reason goes on waiting.
// verdict: sc safe, tso safe, pso safe
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
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
	return unused;
}

static int wait_or_give_up(const struct timespec *until)
{
	for (;;) {
		if (ready)
			return 0;
		int error = pthread_cond_timedwait(&changed, &mutex, until);
		if (error) {
			assert(error == ETIMEDOUT);
			return error;
		}
	}
}

int main(void)
{
	pthread_t thread;
	struct timespec until = {1};
	int error = 0;

	pthread_create(&thread, 0, sets, 0);
	pthread_mutex_lock(&mutex);
	while (!ready && error == 0)
		error = pthread_cond_timedwait(&changed, &mutex, &until);
	assert(ready || error == ETIMEDOUT);
	error = wait_or_give_up(&until);
	assert(ready || error);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, 0);
	return 0;
}
