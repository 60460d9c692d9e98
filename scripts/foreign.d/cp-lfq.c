// A producer and a consumer of sysprog21's queue with hazard pointers: what is dequeued was written before it was enqueued.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include "lf-queue/lfq.h"

static struct lfq_ctx queue;
static int value;

static void *producer(void *unused)
{
    (void)unused;
    value = 1;
    lfq_enqueue(&queue, &value);
    return NULL;
}

static void *consumer(void *argument)
{
    int *got = lfq_dequeue_tid(&queue, (int)(intptr_t)argument);
    assert(!got || *got == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    lfq_init(&queue, 2);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, (void *)0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(lfq_release(&queue) == 0);
    return 0;
}
