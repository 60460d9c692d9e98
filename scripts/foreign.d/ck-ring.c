// One producer and one consumer of ck_ring: what is dequeued is what was written before it was enqueued.
#include <assert.h>
#include <pthread.h>
#include <ck_ring.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int values[2];

static void *producer(void *unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        values[i] = i + 1;
#ifdef MANY
        ck_ring_enqueue_mpmc(&ring, buffer, &values[i]);
#else
        ck_ring_enqueue_spsc(&ring, buffer, &values[i]);
#endif
    }
    return NULL;
}

static void *consumer(void *unused)
{
    void *got;
    (void)unused;
    for (int i = 0; i < 2; i++) {
#ifdef MANY
        if (!ck_ring_dequeue_mpmc(&ring, buffer, &got))
            break;
#else
        if (!ck_ring_dequeue_spsc(&ring, buffer, &got))
            break;
#endif
        assert(*(int *)got == i + 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    ck_ring_init(&ring, 4);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
