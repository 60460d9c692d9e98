// title: two threads take the one token there is only if each has read what the other writes, which it has read itself
// origin: written for this repository; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe, riscv safe, power safe
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

atomic_int x, y;
sem_t token;

static void *left(void *unused)
{
	int seen = atomic_load_explicit(&x, memory_order_relaxed);

	atomic_store_explicit(&y, seen, memory_order_relaxed);
	if (seen)
		sem_wait(&token);
	return unused;
}

static void *right(void *unused)
{
	int seen = atomic_load_explicit(&y, memory_order_relaxed);

	atomic_store_explicit(&x, seen, memory_order_relaxed);
	if (seen)
		sem_wait(&token);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&token, 0, 1);
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
