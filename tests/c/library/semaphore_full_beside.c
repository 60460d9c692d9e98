// title: A semaphore is asked for its value while a post finds it full
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *t(void *u)
{
	sem_post(&s);
	return u;
}
int main(void)
{
	pthread_t p;
	int value;
	sem_init(&s, 0, SEM_VALUE_MAX);
	pthread_create(&p, 0, t, 0);
	sem_getvalue(&s, &value);
	pthread_join(p, 0);
	return 0;
}
