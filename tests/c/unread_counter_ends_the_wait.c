// verdict: sc violation, tso violation, pso violation
// A thread waits no longer than its patience.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
unsigned spins;

void *writer(void *argument)
{
	atomic_store(&ready, 1);
	return argument;
}

void *waiter(void *argument)
{
	while (!atomic_load(&ready)) {
		spins++;
		if (spins == 2)
			break;
	}
	assert(atomic_load(&ready));
	return argument;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, writer, 0);
	pthread_create(&b, 0, waiter, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);

	return 0;
}
