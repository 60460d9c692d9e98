// title: a mutex in a block that is as large as a pointer to one
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *made(void)
{
	pthread_mutex_t *lock = malloc(sizeof lock);

	pthread_mutex_init(lock, NULL);
	return lock;
}

int main(void)
{
	pthread_mutex_t *lock = made();

	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
	pthread_mutex_destroy(lock);
	free(lock);
	return 0;
}
