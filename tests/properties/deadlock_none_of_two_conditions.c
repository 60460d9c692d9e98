// title: producer and consumer, each with a condition of its own to wait on
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: assertions, deadlock
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full;

static void *gives(void *unused)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&mutex);
		while (full)
			pthread_cond_wait(&emptied, &mutex);
		full = 1;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&mutex);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, gives, 0);
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&mutex);
		while (!full)
			pthread_cond_wait(&filled, &mutex);
		full = 0;
		pthread_cond_signal(&emptied);
		pthread_mutex_unlock(&mutex);
	}
	pthread_join(thread, 0);
	return 0;
}
