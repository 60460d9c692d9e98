// verdict: sc violation, tso violation, pso violation
// property: access after free
// The other thread may still read what the first gives back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *shared;

static void *reader(void *argument)
{
    return (void *)(long)*shared;
}

int main(void)
{
    pthread_t t;
    shared = malloc(sizeof *shared);
    *shared = 1;
    assert(*shared == 1);
    pthread_create(&t, 0, reader, 0);
    free(shared);
    pthread_join(t, 0);
    return 0;
}
