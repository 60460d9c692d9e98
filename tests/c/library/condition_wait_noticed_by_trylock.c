// A thread that waits in turns (time-out) holds the mutex for a moment now and then; a trylock of another thread may
// meet it then, long before the predicate holds.
// verdict: sc violation
// property: assertion violated
#include <pthread.h>
#include <assert.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, ready;

static void *waiter(void *p)
{
	struct timespec soon = {1, 0};
	pthread_mutex_lock(&m);
	waiting = 1;
	while (!ready)
		pthread_cond_timedwait(&c, &m, &soon);
	pthread_mutex_unlock(&m);
	return p;
}

int main(void)
{
	pthread_t t;
	int w, busy = 0;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m);
	w = waiting;
	pthread_mutex_unlock(&m);
	if (w) {	/* the waiter is in its loop and `ready` is not set */
		busy = pthread_mutex_trylock(&m);
		if (!busy)
			pthread_mutex_unlock(&m);
	}
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	assert(!busy);
	return 0;
}
