// A producer and a consumer of sysprog21's ring, whose slots are exchanged 16 bytes at a time.
#include <assert.h>
#include <pthread.h>
#include "lfring/lfring.h"

#ifndef FLAGS
#define FLAGS (LFRING_FLAG_MP | LFRING_FLAG_MC)
#endif
static lfring_t *ring;
static int value;

static void *producer(void *unused)
{
    (void)unused;
    value = 1;
    void *element = &value;
    assert(lfring_enqueue(ring, &element, 1) == 1);
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
    void *element;
    uint32_t index;
    if (lfring_dequeue(ring, &element, 1, &index) == 1)
        assert(element == &value && *(int *)element == 1 && index == 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    ring = lfring_alloc(2, FLAGS);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
