// title: threads count how often they have tried in vain, and return that to nobody
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int c;

static void *t(void *arg)
{
	long tries = 0;

	(void)arg;
	while (pthread_mutex_trylock(&m)) {
		tries++;
		sched_yield();
	}
	c++;
	pthread_mutex_unlock(&m);
	return (void *)tries;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, t, 0);
	pthread_create(&b, 0, t, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(c == 2);
	return 0;
}
