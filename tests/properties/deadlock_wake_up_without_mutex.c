// title: what is waited for is set without the mutex: between the look and the sleep a signal is lost
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: assertions, deadlock
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: deadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static _Atomic int set;

static void *waits(void *unused)
{
	pthread_mutex_lock(&mutex);
	while (!set)
		pthread_cond_wait(&condition, &mutex);
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, waits, 0);
	set = 1;
	pthread_cond_signal(&condition);
	pthread_join(thread, 0);
	return 0;
}
