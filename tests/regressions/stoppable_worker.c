// sc safe, tso safe, pso safe
// A worker that answers mail until it is stopped.
#include <assert.h>
#include <pthread.h>
static volatile int stop, mail;
static void *worker(void *arg)
{
	while (!stop)
		if (mail)
			mail = 0;
	return NULL;
}
int main(void)
{
	pthread_t w;
	pthread_create(&w, NULL, worker, NULL);
	mail = 1;
	while (mail)
		;
	stop = 1;
	pthread_join(w, NULL);
	assert(mail == 0);
	return 0;
}
