// title: the flag is set and the signal given without the mutex, so that it comes between the look and the sleep
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation, arm8 violation
// property: deadlock
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waits(void *arg)
{
	pthread_mutex_lock(&mutex);
	while (!ready)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, waits, 0);
	ready = 1;
	pthread_cond_signal(&changed);
	pthread_join(t, 0);
	return 0;
}
