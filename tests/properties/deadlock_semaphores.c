// title: two threads that wait for a unit the other one would post behind its own wait
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: deadlock
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
	sem_wait(&other);
	sem_post(&one);
	pthread_join(thread, 0);
	return 0;
}
