// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// The ABA problem: the stack's top is an object that was popped, freed and got back, so that the late exchange succeeds
// and puts back a node that was popped meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *_Atomic next; };
struct node *_Atomic top;
struct node *popped;
atomic_int read_next;

static void *slow(void *unused)
{
    struct node *first = atomic_load(&top);
    struct node *next = atomic_load(&first->next);
    atomic_store(&read_next, 1);
    atomic_compare_exchange_strong(&top, &first, next);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    atomic_store(&b->next, 0);
    atomic_store(&a->next, b);
    atomic_store(&top, a);
    pthread_create(&thread, 0, slow, 0);
    while (!atomic_load(&read_next))
        ;
    struct node *expected = a;
    if (atomic_compare_exchange_strong(&top, &expected, b)) {
        expected = b;
        if (atomic_compare_exchange_strong(&top, &expected, 0)) {
            popped = b;
            free(a);
            struct node *c = malloc(sizeof *c);
            atomic_store(&c->next, 0);
            expected = 0;
            atomic_compare_exchange_strong(&top, &expected, c);
        }
    }
    pthread_join(thread, 0);
    assert(!popped || atomic_load(&top) != popped);
    return 0;
}
