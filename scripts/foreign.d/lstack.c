// Two threads push and pop a stack of skeeto's lstack: what is popped was pushed, once, with what was written before.
#include <assert.h>
#include <pthread.h>
#include "lstack.h"

static lstack_t stack;
static int values[2];
static int *got[2];

static void *worker(void *argument)
{
    int *mine = argument;
    *mine = 1;
    lstack_push(&stack, mine);
    int *popped = lstack_pop(&stack);
    assert(popped && *popped == 1);
    got[mine - values] = popped;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    lstack_init(&stack, 2);
    pthread_create(&a, NULL, worker, &values[0]);
    pthread_create(&b, NULL, worker, &values[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(got[0] != got[1]);
    assert(lstack_size(&stack) == 0);
    lstack_free(&stack);
    return 0;
}
