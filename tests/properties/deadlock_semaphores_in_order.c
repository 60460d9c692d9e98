// title: a unit is posted before the wait for the other one
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc safe, tso safe, pso safe, arm8 safe, power safe
#include <pthread.h>
#include <semaphore.h>

static sem_t one, other;

static void *left(void *arg)
{
	sem_wait(&one);
	sem_post(&other);
	return arg;
}

int main(void)
{
	pthread_t thread;
	sem_init(&one, 0, 0);
	sem_init(&other, 0, 0);
	pthread_create(&thread, 0, left, 0);
	sem_post(&one);
	sem_wait(&other);
	pthread_join(thread, 0);
	return 0;
}
