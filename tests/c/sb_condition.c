// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// Store buffering inside conditions: a store in the left side of &&, the load in the right.
#include <assert.h>
#include <pthread.h>

int x, y, r0, r1;

static void *left(void *argument)
{
    if ((x = 1) && !y)
        r0 = 1;
    return argument;
}

static void *right(void *argument)
{
    r1 = (y = 1, x ? 0 : 1);
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
