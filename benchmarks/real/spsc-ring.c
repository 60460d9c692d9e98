// title: single-producer single-consumer ring buffer, relaxed everywhere
// origin: Lamport, "Specifying concurrent program modules" (ACM TOPLAS 5(2), 1983), in C11 atomics; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef TRIES
#define TRIES 3
#endif
#define SIZE 2

int ring[SIZE];
atomic_uint head, tail;

static bool put(int value)
{
	unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);

	if (t - atomic_load_explicit(&head, memory_order_relaxed) == SIZE)
		return false;
	ring[t % SIZE] = value;
	atomic_store_explicit(&tail, t + 1, memory_order_relaxed);
	return true;
}

static bool get(int *value)
{
	unsigned h = atomic_load_explicit(&head, memory_order_relaxed);

	if (h == atomic_load_explicit(&tail, memory_order_relaxed))
		return false;
	*value = ring[h % SIZE];
	atomic_store_explicit(&head, h + 1, memory_order_relaxed);
	return true;
}

static void *producer(void *arg)
{
	int next = 1;

	for (int n = 0; n < TRIES; n++)
		if (put(next))
			next++;
	return NULL;
}

static void *consumer(void *arg)
{
	int expected = 1;

	for (int n = 0; n < TRIES; n++) {
		int value;

		if (get(&value)) {
			assert(value == expected);
			expected++;
		}
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, producer, NULL);
	pthread_create(&t2, NULL, consumer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
