// One producer and one consumer of DPDK's rte_ring: what is dequeued was written before it was enqueued.
#include <assert.h>
#include <pthread.h>
#include <rte_ring.h>

static union {
    struct rte_ring ring;
    char space[sizeof(struct rte_ring) + 4 * sizeof(void *)];
} memory;
static int value;

static void *producer(void *unused)
{
    (void)unused;
    value = 1;
    rte_ring_enqueue(&memory.ring, &value);
    return NULL;
}

static void *consumer(void *unused)
{
    void *got;
    (void)unused;
    if (rte_ring_dequeue(&memory.ring, &got) == 0)
        assert(*(int *)got == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    memory.ring.size = 4;
    memory.ring.mask = 3;
    memory.ring.capacity = 3;
    memory.ring.prod.sync_type = RTE_RING_SYNC_MT;
    memory.ring.cons.sync_type = RTE_RING_SYNC_MT;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
