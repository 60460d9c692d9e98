// verdict: sc safe, tso safe, pso violation
// property: null pointer dereferenced
// The pointer is published before the flag says so, except under a model that reorders the two stores.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int target;
int *pointer = NULL;
int ready;

static void *writer(void *argument)
{
    pointer = &target;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (ready)
        *pointer = 1;
    pthread_join(t, 0);
    assert(ready == 1);
    return 0;
}
