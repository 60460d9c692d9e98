// title: A condition variable in memory of malloc
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: assertions, deadlock
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdlib.h>
struct pool { pthread_mutex_t mu; pthread_cond_t work; int stop; pthread_t tid[]; };
static void *body(void *a)
{
	struct pool *p = a;
	pthread_mutex_lock(&p->mu);
	while (!p->stop)
		pthread_cond_wait(&p->work, &p->mu);
	pthread_mutex_unlock(&p->mu);
	return NULL;
}
int main(void)
{
	struct pool *p = malloc(sizeof *p + sizeof(pthread_t));
	pthread_mutex_init(&p->mu, NULL);
	pthread_cond_init(&p->work, NULL);
	p->stop = 0;
	pthread_create(&p->tid[0], NULL, body, p);
	pthread_mutex_lock(&p->mu);
	p->stop = 1;
	pthread_cond_signal(&p->work);
	pthread_mutex_unlock(&p->mu);
	pthread_join(p->tid[0], NULL);
	pthread_cond_destroy(&p->work);
	pthread_mutex_destroy(&p->mu);
	free(p);
	return 0;
}
