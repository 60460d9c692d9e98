// title: timed waits for what nobody gives: all give up
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: assertions, deadlock
// verdict: sc safe, tso safe, pso safe, arm8 safe, power safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
sem_t none;

static void *waits(void *unused)
{
	struct timespec soon = { 0, 0 };

	assert(pthread_mutex_timedlock(&mutex, &soon) == ETIMEDOUT);
	assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
	assert(sem_timedwait(&none, &soon) == -1 && errno == ETIMEDOUT);
	return unused;
}

int main(void)
{
	struct timespec soon = { 0, 0 };
	pthread_mutexattr_t checks;
	pthread_mutex_t checked;
	pthread_t thread;

	pthread_mutex_lock(&mutex);
	pthread_rwlock_rdlock(&lock);
	sem_init(&none, 0, 0);
	pthread_create(&thread, 0, waits, 0);
	assert(pthread_mutex_timedlock(&mutex, &soon) == ETIMEDOUT);
	pthread_mutexattr_init(&checks);
	pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&checked, &checks);
	pthread_mutex_lock(&checked);
	assert(pthread_mutex_timedlock(&checked, &soon) == EDEADLK);
	pthread_mutex_unlock(&checked);
	pthread_join(thread, 0);
	return 0;
}
