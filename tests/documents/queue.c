/* A bounded queue without a `main`. */
#include <stdatomic.h>

struct queue {
	atomic_int tail;
	atomic_int items[4];
};

struct queue queue;

void enqueue(struct queue *queue, int item)
{
	int at = atomic_fetch_add(&queue->tail, 1);

	if (at < 4)
		atomic_store(&queue->items[at], item);
}

int dequeue(struct queue *queue)
{
	return atomic_exchange(&queue->items[0], 0);
}
