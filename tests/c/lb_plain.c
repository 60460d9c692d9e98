// verdict: sc safe, tso safe, pso safe
// Load buffering needs reads that wait for later writes: none of the models has that.
#include <assert.h>
#include <pthread.h>

int x, y, r0, r1;

static void *left(void *argument)
{
    r0 = x;
    y = 1;
    return argument;
}

static void *right(void *argument)
{
    r1 = y;
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!r0 || !r1);
    return 0;
}
