// verdict: sc violation, tso violation, pso violation
// How long a thread has waited is looked at by way of another variable.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
unsigned spins, copy;

void *writer(void *argument)
{
	atomic_store(&ready, 1);
	return argument;
}

void *waiter(void *argument)
{
	while (!atomic_load(&ready)) {
		spins++;
		copy = spins;
	}
	return argument;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, writer, 0);
	pthread_create(&b, 0, waiter, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(copy != 1);
	return 0;
}
