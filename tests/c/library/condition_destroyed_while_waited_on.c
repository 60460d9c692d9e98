// The variable is destroyed while the waiter sleeps on it.
// verdict: sc violation, tso violation
// property: mutex misused
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;
static void *waiter(void *p)
{
	pthread_mutex_lock(&m);
	waiting = 1;
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m);
	int sleeps = waiting;
	pthread_mutex_unlock(&m);
	if (sleeps)
		pthread_cond_destroy(&c);
	return 0;
}
