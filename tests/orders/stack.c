// A stack whose nodes are written before they are pushed: to acquire may stand at the first load of a pop, or where it takes the node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;
static struct node nodes[2];

static void push(struct node *node)
{
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    do
        node->next = old;
    while (!atomic_compare_exchange_weak_explicit(&top, &old, node, memory_order_relaxed, memory_order_relaxed));
}

static struct node *pop(void)
{
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    while (old && !atomic_compare_exchange_weak_explicit(&top, &old, old->next, memory_order_relaxed, memory_order_relaxed))
        ;
    return old;
}

static void *pushes(void *arg)
{
    struct node *node = arg;
    node->value = 7;
    push(node);
    return 0;
}

static void *pops(void *arg)
{
    struct node *node = pop();
    if (node) {
        assert(node->value == 7);
        node = pop();
        if (node)
            assert(node->value == 7);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, pushes, &nodes[0]);
    pthread_create(&b, 0, pushes, &nodes[1]);
    pthread_create(&c, 0, pops, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
