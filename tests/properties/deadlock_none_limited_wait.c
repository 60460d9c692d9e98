// title: a wait with a limit comes to an end without a signal
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: assertions, deadlock
// verdict: sc safe, tso safe, pso safe, arm8 safe, power safe
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
	struct timespec soon = { 1, 0 };

	pthread_mutex_lock(&mutex);
	pthread_cond_timedwait(&condition, &mutex, &soon);
	pthread_mutex_unlock(&mutex);
	return 0;
}
