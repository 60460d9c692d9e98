// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) {
	sem_t s; int value;
	sem_init(&s, 0, 1); sem_wait(&s); sem_destroy(&s);
	sem_init(&s, 0, 2); sem_wait(&s); sem_getvalue(&s, &value); sem_destroy(&s);
	assert(value == 1);
	return 0;
}
