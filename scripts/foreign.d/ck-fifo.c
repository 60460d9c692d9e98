// One thread puts two entries into a ck_fifo_spsc, another takes them out in their order.
#include <assert.h>
#include <pthread.h>
#include <ck_fifo.h>

static ck_fifo_spsc_t fifo;
static ck_fifo_spsc_entry_t stub, entries[2];
static int values[2];

static void *producer(void *unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        values[i] = i + 1;
        ck_fifo_spsc_enqueue(&fifo, &entries[i], &values[i]);
    }
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        int *got;
        if (!ck_fifo_spsc_dequeue(&fifo, &got))
            break;
        assert(*got == i + 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    ck_fifo_spsc_init(&fifo, &stub);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
