// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// The thread does not wait until its node has been used.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { _Atomic int ready; };
struct node *_Atomic queue;

static void *waiter(void *unused)
{
    struct node own = { 0 };
    atomic_store(&queue, &own);
    return unused;
}

int main(void)
{
    assert(1);
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    struct node *node = atomic_load(&queue);
    if (node)
        atomic_store(&node->ready, 1);
    pthread_join(thread, 0);
    return 0;
}
