// title: a thread that waits on a condition variable is woken for no reason and counts to where an int ends, though nobody asks for the number
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: overflow
// verdict: sc violation, rc11 violation
// property: signed overflow
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t set = PTHREAD_COND_INITIALIZER;
static int number;

static void *waits(void *unused)
{
	int rounds = 0x7ffffffe;

	pthread_mutex_lock(&mutex);
	while (!number) {
		pthread_cond_wait(&set, &mutex);
		rounds++;
	}
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
