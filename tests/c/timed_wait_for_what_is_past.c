// A wait until the beginning of time ends at once and says so.
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static void *signals(void *unused)
{
	pthread_mutex_lock(&mutex);
	pthread_cond_signal(&condition);
	pthread_mutex_unlock(&mutex);
	return unused;
}
int main(void)
{
	pthread_t thread;
	struct timespec past = { 0, 0 };
	pthread_create(&thread, 0, signals, 0);
	pthread_mutex_lock(&mutex);
	assert(pthread_cond_timedwait(&condition, &mutex, &past) == ETIMEDOUT);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, 0);
	return 0;
}
