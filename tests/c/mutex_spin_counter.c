// verdict: sc safe, tso safe, pso safe
// What is done under a spin lock is seen by who has it next.
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int counter;

static void *counts(void *unused)
{
	if (pthread_spin_trylock(&lock))
		pthread_spin_lock(&lock);
	counter++;
	pthread_spin_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&a, 0, counts, 0);
	pthread_create(&b, 0, counts, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_spin_destroy(&lock);
	assert(counter == 2);
	return 0;
}
