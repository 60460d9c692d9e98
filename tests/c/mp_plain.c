// verdict: sc safe, tso safe, pso violation
// property: assertion violated
// Message passing on plain variables.
#include <assert.h>
#include <pthread.h>

int data, ready, r0 = -1;

static void *left(void *argument)
{
    data = 42;
    ready = 1;
    return argument;
}

static void *right(void *argument)
{
    if (ready)
        r0 = data;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 == -1 || r0 == 42);
    return 0;
}
