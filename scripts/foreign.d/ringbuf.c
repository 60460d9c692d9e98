// One producer and one consumer of rmind's ringbuf: what is consumed was written before it was produced.
// With -DUNREGISTER the producer leaves the ring while the consumer is at work.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/cdefs.h>
#include "ringbuf.h"

static ringbuf_t *ring;
static unsigned char space[4];

static void *producer(void *unused)
{
    (void)unused;
    ringbuf_worker_t *worker = ringbuf_register(ring, 0);
    ssize_t at = ringbuf_acquire(ring, worker, 2);
    if (at != -1) {
        space[at] = 1;
        space[at + 1] = 2;
        ringbuf_produce(ring, worker);
    }
#ifdef UNREGISTER
    ringbuf_unregister(ring, worker);
#endif
    return NULL;
}

static void *consumer(void *unused)
{
    size_t at, length;
    (void)unused;
    length = ringbuf_consume(ring, &at);
    if (length) {
        assert(length == 2 && space[at] == 1 && space[at + 1] == 2);
        ringbuf_release(ring, length);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    size_t size;
    ringbuf_get_sizes(1, &size, NULL);
    ring = malloc(size);
    ringbuf_setup(ring, 1, sizeof space);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(ring);
    return 0;
}
