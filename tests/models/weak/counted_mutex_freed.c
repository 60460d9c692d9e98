// verdict: rc11 safe, arm8 safe, riscv safe, power safe, lkmm safe
// The last one to give up an object frees it with the mutex in it. Nobody takes a mutex that is found free in memory that was given back.
#include <pthread.h>
#include <stdlib.h>

static struct object {
	pthread_mutex_t mutex;
	int users;
} *object;

static void *give_up(void *unused)
{
	pthread_mutex_lock(&object->mutex);
	int left = --object->users;
	pthread_mutex_unlock(&object->mutex);
	if (!left) {
		pthread_mutex_destroy(&object->mutex);
		free(object);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	object = malloc(sizeof *object);
	pthread_mutex_init(&object->mutex, 0);
	object->users = 2;
	pthread_create(&t, 0, give_up, 0);
	give_up(0);
	pthread_join(t, 0);
	return 0;
}
