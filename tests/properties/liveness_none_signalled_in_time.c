// title: who would set the flag is woken with the mutex held
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready, done;

static void *sleeper(void *arg)
{
	pthread_mutex_lock(&mutex);
	while (!ready)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
	done = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, sleeper, 0);
	pthread_mutex_lock(&mutex);
	ready = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
	while (!done)
		;
	pthread_join(t, 0);
	return 0;
}
