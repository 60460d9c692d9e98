// Producers and the one consumer of Daniel Bittman's mpscq: what is dequeued was written before it was enqueued.
#include <assert.h>
#include <pthread.h>
#include "mpscq.h"

#ifndef PRODUCERS
#define PRODUCERS 1
#endif
static struct mpscq queue;
static int values[PRODUCERS];

static void *producer(void *argument)
{
    int *mine = argument;
    *mine = 1;
    assert(mpscq_enqueue(&queue, mine));
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
    int *first = mpscq_dequeue(&queue);
    assert(!first || *first == 1);
    int *second = mpscq_dequeue(&queue);
    assert(!second || (*second == 1 && second != first));
    return NULL;
}

int main(void)
{
    pthread_t threads[PRODUCERS + 1];
    mpscq_create(&queue, 2);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&threads[i], NULL, producer, &values[i]);
    pthread_create(&threads[PRODUCERS], NULL, consumer, NULL);
    for (int i = 0; i <= PRODUCERS; i++)
        pthread_join(threads[i], NULL);
    mpscq_destroy(&queue);
    return 0;
}
