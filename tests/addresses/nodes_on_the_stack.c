// safe
// The node of an earlier call is out of the list when it dies: nothing that happens compares it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node { struct node *_Atomic next; atomic_int waits; };
struct node *_Atomic tail;
int count;
static void section(void)
{
    struct node mine = {0, 1};
    struct node *before = atomic_exchange(&tail, &mine);
    if (before) {
        before->next = &mine;
        while (mine.waits)
            ;
    }
    count++;
    struct node *expected = &mine;
    if (!mine.next && atomic_compare_exchange_strong(&tail, &expected, 0))
        return;
    while (!mine.next)
        ;
    struct node *next = mine.next;
    next->waits = 0;
}
static void *worker(void *p)
{
    section();
    section();
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    section();
    pthread_join(t, 0);
    assert(count == 3);
    return 0;
}
