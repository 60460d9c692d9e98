// verdict: sc violation, tso violation, pso violation
// property: assertion
// A time that goes on from round to round is none that a round computes for itself: in the third one it is no time any more.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

int main(void)
{
	struct timespec until = { 1 << 30, 0 };

	pthread_mutex_lock(&mutex);
	while (!ready) {
		until.tv_nsec += 400000000;
		if (pthread_cond_timedwait(&changed, &mutex, &until) == EINVAL)
			break;
	}
	assert(ready);
	pthread_mutex_unlock(&mutex);
	return 0;
}
