// Behind a broadcast the variable may be destroyed and its memory given back (the example of POSIX, pthread_cond_destroy), though who slept has
// not got the mutex yet.
// verdict: sc safe, tso safe
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *condition;
static int waiting, done;
static void *waiter(void *unused)
{
	pthread_mutex_lock(&mutex);
	waiting = 1;
	if (!done)
		pthread_cond_wait(condition, &mutex);
	pthread_mutex_unlock(&mutex);
	return 0;
}
int main(void)
{
	pthread_t t;
	condition = malloc(sizeof *condition);
	pthread_cond_init(condition, 0);
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&mutex);
	int was_waiting = waiting;
	done = 1;
	if (was_waiting)
		pthread_cond_broadcast(condition);
	pthread_mutex_unlock(&mutex);
	if (was_waiting) {
		pthread_cond_destroy(condition);
		free(condition);
	}
	pthread_join(t, 0);
	return 0;
}
