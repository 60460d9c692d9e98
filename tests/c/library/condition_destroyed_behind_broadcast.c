// Behind a broadcast nobody sleeps on the variable, and it may be destroyed (the example of POSIX, pthread_cond_destroy).
// verdict: sc safe, tso safe
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, done;
static void *waiter(void *p)
{
	pthread_mutex_lock(&m);
	waiting = 1;
	while (!done && waiting) {
		pthread_cond_wait(&c, &m);
		if (!done)	/* for no reason: not again */
			waiting = 0;
	}
	waiting = 0;
	pthread_mutex_unlock(&m);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m);
	if (waiting) {
		done = 1;
		pthread_cond_broadcast(&c);
		pthread_cond_destroy(&c);
	}
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
