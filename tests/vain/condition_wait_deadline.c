// title: A deadline that each round computes anew, from a clock, is for the wait alone: the rounds between are left out
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *sets(void *arg)
{
	pthread_mutex_lock(&mutex);
	data = 1;
	ready++;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
	return arg;
}

/* Fills what it is given. */
static void later(struct timespec *until, long milliseconds)
{
	struct timeval now;

	gettimeofday(&now, NULL);
	now.tv_usec += milliseconds * 1000;
	until->tv_sec = now.tv_sec + now.tv_usec / 1000000;
	until->tv_nsec = now.tv_usec % 1000000 * 1000;
}

static int is_ready(void)
{
	int found = ready;

	return found != 0;
}

static void *waits(void *arg)
{
	struct timespec until, half;

	pthread_mutex_lock(&mutex);
	while (!is_ready()) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 500000000;
		if (until.tv_nsec >= 1000000000) {
			until.tv_sec++;
			until.tv_nsec -= 1000000000;
		}
		pthread_cond_timedwait(&changed, &mutex, &until);
	}
	assert(data == 1);
	pthread_mutex_unlock(&mutex);
	pthread_mutex_lock(&mutex);
	while (ready < 2) {
		half.tv_sec = time(NULL) + 1;
		half.tv_nsec = 0;
		if (pthread_cond_timedwait(&changed, &mutex, &half))
			break;
	}
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, waits, 0);
	pthread_create(&b, 0, sets, 0);
	pthread_mutex_lock(&mutex);
	while (!ready) {
		struct timespec until;

		later(&until, 10);
		pthread_cond_timedwait(&changed, &mutex, &until);
	}
	pthread_mutex_unlock(&mutex);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
