// title: two wait, one is woken, and does not wake the other
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: assertions, deadlock
// verdict: sc violation, tso violation, pso violation
// property: deadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int set;

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
	pthread_t one, other;

	pthread_create(&one, 0, waits, 0);
	pthread_create(&other, 0, waits, 0);
	pthread_mutex_lock(&mutex);
	set = 1;
	pthread_cond_signal(&condition);
	pthread_mutex_unlock(&mutex);
	pthread_join(one, 0);
	pthread_join(other, 0);
	return 0;
}
