// verdict: sc safe, tso safe, pso safe
// Threads that start threads; creation orders what came before it.
#include <assert.h>
#include <pthread.h>

int value;

static void *inner(void *argument)
{
    assert(value == 2);
    value = 3;
    return argument;
}

static void *outer(void *argument)
{
    pthread_t t;
    assert(value == 1);
    value = 2;
    pthread_create(&t, 0, inner, argument);
    void *result;
    pthread_join(t, &result);
    assert(value == 3 && result == argument);
    value = 4;
    return 0;
}

int main(void)
{
    pthread_t t;
    value = 1;
    pthread_create(&t, 0, outer, &value);
    pthread_join(t, 0);
    assert(value == 4);
    return 0;
}
