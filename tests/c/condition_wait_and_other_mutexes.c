// A thread waits on a condition variable as often as it likes where others only ask for another mutex, and where who asks is never called.
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static struct {
	int number;
	pthread_mutex_t mutex;
} guarded = { 0, PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t set = PTHREAD_COND_INITIALIZER;

static inline int gives_up(pthread_mutex_t *mutex, const struct timespec *until)
{
	return pthread_mutex_timedlock(mutex, until) == ETIMEDOUT;
}
static inline int gives_up_too(pthread_mutex_t *mutex)
{
	const struct timespec until = { 0, 0 };
	return gives_up(mutex, &until);
}

static void *waits(void *unused)
{
	pthread_mutex_lock(&guarded.mutex);
	while (!guarded.number)
		pthread_cond_wait(&set, &guarded.mutex);
	assert(guarded.number == 1);
	pthread_mutex_unlock(&guarded.mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;
	int taken;

	pthread_create(&thread, 0, waits, 0);
	taken = pthread_mutex_trylock(&other);
	assert(!taken);
	pthread_mutex_lock(&guarded.mutex);
	guarded.number = 1;
	pthread_cond_signal(&set);
	pthread_mutex_unlock(&guarded.mutex);
	pthread_join(thread, 0);
	return 0;
}
