// title: producers and consumers wait on one condition: a signal may wake one of the wrong kind
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: assertions, deadlock
// verdict: sc violation, tso violation, pso violation
// property: deadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int full;

static void *gives(void *unused)
{
	pthread_mutex_lock(&mutex);
	while (full)
		pthread_cond_wait(&condition, &mutex);
	full = 1;
	pthread_cond_signal(&condition);
	pthread_mutex_unlock(&mutex);
	return unused;
}

static void *takes(void *unused)
{
	pthread_mutex_lock(&mutex);
	while (!full)
		pthread_cond_wait(&condition, &mutex);
	full = 0;
	pthread_cond_signal(&condition);
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t threads[4];

	pthread_create(&threads[0], 0, gives, 0);
	pthread_create(&threads[1], 0, gives, 0);
	pthread_create(&threads[2], 0, takes, 0);
	pthread_create(&threads[3], 0, takes, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], 0);
	return 0;
}
