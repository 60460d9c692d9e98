// verdict: sc safe, tso safe, pso safe
// Threads that count how long they wait, where nobody looks: static, of one thread, in a struct, volatile, one from another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_int ready;
unsigned spins, doubled;
_Thread_local unsigned own;
struct {
	unsigned tries, rounds;
} statistics;

void *writer(void *argument)
{
	x = 1;
	atomic_store(&ready, 1);
	return argument;
}

void *first(void *argument)
{
	volatile unsigned local = 0;
	while (!atomic_load(&ready)) {
		spins++;
		doubled = spins * 2;
		local++;
	}
	assert(x == 1);
	return argument;
}

void *second(void *argument)
{
	static unsigned kept;
	while (!atomic_load(&ready)) {
		spins++;
		own++;
		kept++;
		statistics.tries += 2;
	}
	assert(x == 1);
	return argument;
}

int main(void)
{
	pthread_t threads[3];
	pthread_create(&threads[0], 0, writer, 0);
	pthread_create(&threads[1], 0, first, 0);
	pthread_create(&threads[2], 0, second, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], 0);
	return 0;
}
