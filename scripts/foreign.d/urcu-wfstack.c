// A node that is taken from liburcu's wait-free stack carries what was written before it was put there.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#define _LGPL_SOURCE
#include <poll.h>
#include <urcu/wfstack.h>

int poll(struct pollfd *descriptors, nfds_t count, int milliseconds)
{
    (void)descriptors, (void)count, (void)milliseconds;
    return 0;
}

struct item {
    struct cds_wfs_node node;
    int value;
};

static struct cds_wfs_stack stack;
static struct item item;

static void *producer(void *unused)
{
    (void)unused;
    item.value = 1;
    cds_wfs_node_init(&item.node);
    cds_wfs_push(&stack, &item.node);
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
    struct cds_wfs_node *node = __cds_wfs_pop_nonblocking(&stack);
    if (node != NULL && node != CDS_WFS_WOULDBLOCK)
        assert(((struct item *)node)->value == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    cds_wfs_init(&stack);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
