// verdict: sc safe, tso safe, pso safe
// Both threads use one variable: reads of an own write cannot be overtaken.
#include <assert.h>
#include <pthread.h>

int x, r0, r1;

static void *left(void *argument)
{
    x = 1;
    r0 = x;
    return argument;
}

static void *right(void *argument)
{
    x = 2;
    r1 = x;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 && r1);
    return 0;
}
