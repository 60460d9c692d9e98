// sc safe, tso safe, pso violation
// A ring buffer whose ends are tried until they work.
#include <assert.h>
#include <pthread.h>
#define SIZE 2
struct ring {
	volatile unsigned head;
	volatile unsigned tail;
	volatile int slot[SIZE];
};
static struct ring q;

static int push(struct ring *r, int v)
{
	unsigned h = r->head;
	if (h - r->tail == SIZE)
		return 0;
	r->slot[h % SIZE] = v;
	r->head = h + 1;
	return 1;
}

static int pop(struct ring *r, int *out)
{
	unsigned t = r->tail;
	if (r->head == t)
		return 0;
	*out = r->slot[t % SIZE];
	r->tail = t + 1;
	return 1;
}

static void *producer(void *arg)
{
	(void)arg;
	for (int i = 1; i <= 3; i++)
		while (!push(&q, i))
			;
	return NULL;
}

static void *consumer(void *arg)
{
	(void)arg;
	for (int i = 1; i <= 3; i++) {
		int v;
		while (!pop(&q, &v))
			;
		assert(v == i);
	}
	return NULL;
}

int main(void)
{
	pthread_t p, c;
	pthread_create(&p, NULL, producer, NULL);
	pthread_create(&c, NULL, consumer, NULL);
	pthread_join(p, NULL);
	pthread_join(c, NULL);
	return 0;
}
