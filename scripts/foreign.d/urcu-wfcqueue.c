// A node that is taken from liburcu's wait-free queue carries what was written before it was put there.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#define _LGPL_SOURCE
#include <poll.h>
#include <urcu/wfcqueue.h>

int poll(struct pollfd *descriptors, nfds_t count, int milliseconds)
{
    (void)descriptors, (void)count, (void)milliseconds;
    return 0;
}

struct item {
    struct cds_wfcq_node node;
    int value;
};

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct item item;

static void *producer(void *unused)
{
    (void)unused;
    item.value = 1;
    cds_wfcq_node_init(&item.node);
    cds_wfcq_enqueue(&head, &tail, &item.node);
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
    struct cds_wfcq_node *node = __cds_wfcq_dequeue_nonblocking(&head, &tail);
    if (node != NULL && node != CDS_WFCQ_WOULDBLOCK)
        assert(((struct item *)node)->value == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    cds_wfcq_init(&head, &tail);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
