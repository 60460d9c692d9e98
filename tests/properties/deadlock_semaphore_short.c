// title: three threads want a unit each, and two are posted; the last one to come waits for good
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: deadlock
#include <pthread.h>
#include <semaphore.h>

static sem_t units;

static void *taker(void *arg)
{
	sem_wait(&units);
	return arg;
}

int main(void)
{
	pthread_t threads[3];
	sem_init(&units, 0, 1);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], 0, taker, 0);
	sem_post(&units);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], 0);
	return 0;
}
