// The producers and the one consumer of sysprog21's unbounded queue: what comes out is what was put in.
#define main their_main
#include "mpsc/mpsc.c"
#undef main

#ifndef PRODUCERS
#define PRODUCERS 1
#endif
static queue_p queue;

static void *producer(void *argument)
{
    int value = (int)(intptr_t)argument;
    assert(Queue.push(queue, &value) == QUEUE_SUCCESS);
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
    if (Queue.hasFront(queue) == QUEUE_TRUE) {
        int value = 0;
        Queue.front(queue, &value);
        assert(value >= 1 && value <= PRODUCERS);
        Queue.pop(queue);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[PRODUCERS + 1];
    queue = Queue.create(sizeof(int));
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&threads[i], NULL, producer, (void *)(intptr_t)(i + 1));
    pthread_create(&threads[PRODUCERS], NULL, consumer, NULL);
    for (int i = 0; i <= PRODUCERS; i++)
        pthread_join(threads[i], NULL);
    Queue.clear(queue);
    Queue.destroy(queue);
    return 0;
}
