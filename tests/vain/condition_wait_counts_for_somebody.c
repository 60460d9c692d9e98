// A thread that waits on a condition variable counts how often it was woken: more than once, if it was for no reason.
// verdict: sc violation, tso violation, pso violation, rc11 violation
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t set = PTHREAD_COND_INITIALIZER;
static int number;

static void *waits(void *unused)
{
	int rounds = 0;

	pthread_mutex_lock(&mutex);
	while (!number) {
		pthread_cond_wait(&set, &mutex);
		rounds++;
	}
	assert(rounds <= 1);
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, waits, 0);
	pthread_mutex_lock(&mutex);
	number = 1;
	pthread_cond_signal(&set);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, 0);
	return 0;
}
