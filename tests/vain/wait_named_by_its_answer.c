// title: The second wait of the loop gives another mutex than the first, as the first one has timed out
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_cond_t c[2] = { PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER };
static int ready, g;

static void *waiter(void *arg)
{
	int e = 0;
	struct timespec until = { 1, 0 };

	pthread_mutex_lock(&m[0]);
	pthread_mutex_lock(&m[1]);
	g = 1;
	while (!ready)
		e = pthread_cond_timedwait(&c[!!e], &m[!!e], &until);
	g = 0;
	pthread_mutex_unlock(&m[1]);
	pthread_mutex_unlock(&m[0]);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m[1]);
	int seen = g;
	ready = 1;
	pthread_mutex_unlock(&m[1]);
	assert(seen == 0);
	return 0;
}
