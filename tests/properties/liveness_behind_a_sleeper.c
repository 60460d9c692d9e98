// title: who would set the flag sleeps for good, as its signal came too early
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: thread waits in a loop for good
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
	ready = 1;
	pthread_cond_signal(&changed);
	while (!done)
		;
	pthread_join(t, 0);
	return 0;
}
