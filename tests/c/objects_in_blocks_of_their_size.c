// title: mutexes, conditions, locks, semaphores and barriers in blocks that are just large enough
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct all {
	char name;
	pthread_mutex_t lock;
	pthread_cond_t more;
	pthread_rwlock_t table;
	sem_t units;
	pthread_barrier_t both;
};

static struct all *all;
static int count;

static void *work(void *unused)
{
	pthread_mutex_lock(&all->lock);
	count++;
	pthread_cond_signal(&all->more);
	pthread_mutex_unlock(&all->lock);
	sem_post(&all->units);
	return unused;
}

int main(void)
{
	pthread_t worker;

	all = malloc(sizeof *all);
	pthread_mutex_init(&all->lock, NULL);
	pthread_cond_init(&all->more, NULL);
	pthread_rwlock_init(&all->table, NULL);
	sem_init(&all->units, 0, 0);
	pthread_barrier_init(&all->both, NULL, 1);
	pthread_create(&worker, NULL, work, NULL);
	pthread_mutex_lock(&all->lock);
	while (count == 0)
		pthread_cond_wait(&all->more, &all->lock);
	pthread_mutex_unlock(&all->lock);
	sem_wait(&all->units);
	pthread_rwlock_rdlock(&all->table);
	assert(count == 1);
	pthread_rwlock_unlock(&all->table);
	pthread_barrier_wait(&all->both);
	pthread_join(worker, NULL);
	free(all);
	return 0;
}
