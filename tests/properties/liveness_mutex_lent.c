// title: a wait for a condition gives its mutex back in each round, so that whoever waits for that gets it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *sets(void *arg)
{
	pthread_mutex_lock(&mutex);
	ready++;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, sets, 0);
	pthread_mutex_lock(&mutex);
	while (ready < 1)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
	if (!pthread_mutex_trylock(&other))
		pthread_mutex_unlock(&other);
	pthread_join(t, 0);
	return 0;
}
