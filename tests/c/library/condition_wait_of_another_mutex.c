// The mutex of the second wait is another one, which the thread does not hold.
// verdict: sc violation
// property: mutex misused
#include <pthread.h>
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int which, waiting, ready;
static void *waiter(void *p)
{
	pthread_mutex_lock(&m[0]);
	waiting = 1;
	while (!ready)
		pthread_cond_wait(&c, &m[which]);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m[0]);
	if (waiting)	/* the waiter has given m[0] and waits */
		which = 1;
	else
		ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m[0]);
	pthread_join(t, 0);
	return 0;
}
