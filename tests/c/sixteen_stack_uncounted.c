// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// A stack without a counter beside its top: a node that was taken and put back is taken for one that stayed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *_Atomic next;
};
struct head {
    struct node *top;
};

static _Atomic struct head head;
static struct node a, b;

static void push(struct node *node)
{
    struct head old = atomic_load(&head), new;
    do {
        atomic_store_explicit(&node->next, old.top, memory_order_relaxed);
        new.top = node;
    } while (!atomic_compare_exchange_strong(&head, &old, new));
}
static struct node *pop(void)
{
    struct head old = atomic_load(&head), new;
    do {
        if (!old.top)
            return 0;
        new.top = atomic_load_explicit(&old.top->next, memory_order_relaxed);
    } while (!atomic_compare_exchange_strong(&head, &old, new));
    return old.top;
}

static struct node *kept;

static void *other(void *unused)
{
    struct node *first = pop();
    kept = pop();
    if (first)
        push(first);
    return unused;
}

int main(void)
{
    pthread_t thread;
    push(&b);
    push(&a);
    pthread_create(&thread, 0, other, 0);
    pop();
    pthread_join(thread, 0);
    struct head end = atomic_load(&head);
    // What the other thread has kept is not in the stack any more.
    assert(!kept || end.top != kept);
    return 0;
}
