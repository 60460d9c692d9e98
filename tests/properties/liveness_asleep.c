// title: who waits in a loop for a signal that never comes waits for good, whether it is woken for nothing now and then or not
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation
// property: deadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

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
	pthread_mutex_lock(&mutex);
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
	pthread_join(t, 0);
	return 0;
}
