// fewest: rc11 2 cost 4, arm8 2 cost 4, riscv 2 cost 8, lkmm 2 cost 6
// A ring of one producer and one consumer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2

atomic_int head, tail;
int ring[SIZE];

static void *producer(void *unused)
{
	for (int i = 1; i <= 3; i++) {
		int at = atomic_load_explicit(&tail, memory_order_relaxed);
		while (at - atomic_load_explicit(&head, memory_order_relaxed) == SIZE)
			;
		ring[at % SIZE] = i;
		atomic_store_explicit(&tail, at + 1, memory_order_relaxed);
	}
	return unused;
}

static void *consumer(void *unused)
{
	for (int i = 1; i <= 3; i++) {
		int at = atomic_load_explicit(&head, memory_order_relaxed);
		while (atomic_load_explicit(&tail, memory_order_relaxed) == at)
			;
		assert(ring[at % SIZE] == i);
		atomic_store_explicit(&head, at + 1, memory_order_relaxed);
	}
	return unused;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, producer, 0);
	pthread_create(&t2, 0, consumer, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	return 0;
}
