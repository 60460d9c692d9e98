// verdict: sc safe, tso safe, pso safe
// Nobody reads the counter, but its stores come after what was written before them, and before what is written behind.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready, spins, x, y;

void *starter(void *argument)
{
	atomic_store(&ready, 1);
	return argument;
}

void *writer(void *argument)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	do
		atomic_store_explicit(&spins, 1, memory_order_seq_cst);
	while (!atomic_load_explicit(&ready, memory_order_relaxed));
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return argument;
}

void *reader(void *argument)
{
	if (atomic_load(&y))
		assert(atomic_load(&x));
	return argument;
}

int main(void)
{
	pthread_t a, b, c;
	pthread_create(&a, 0, starter, 0);
	pthread_create(&b, 0, writer, 0);
	pthread_create(&c, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
