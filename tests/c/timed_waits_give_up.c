// Each way out of the loop is taken: the limit is reached, and what was read before a wait is old behind it.
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count;

static void *counts(void *unused)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&mutex);
		count++;
		pthread_mutex_unlock(&mutex);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct timespec until = {1};
	int error = 0;

	pthread_create(&thread, 0, counts, 0);
	pthread_mutex_lock(&mutex);
	for (;;) {
		int before = count;
		error = pthread_cond_timedwait(&changed, &mutex, &until);
		if (error)
			break;
		/* The second round begins with one and ends with two. */
		assert(!(before == 1 && count == 2));
	}
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, 0);
	return 0;
}
