// One producer and one consumer of FreeBSD's buf_ring: what is dequeued was written before it was enqueued.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include "buf_ring.h"

static struct buf_ring *ring;
static int value;

static void *producer(void *unused)
{
    (void)unused;
    value = 1;
    buf_ring_enqueue(ring, &value);
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
#ifdef SINGLE
    int *got = buf_ring_dequeue_sc(ring);
#else
    int *got = buf_ring_dequeue_mc(ring);
#endif
    assert(!got || *got == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    ring = buf_ring_alloc(4);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    buf_ring_free(ring);
    return 0;
}
