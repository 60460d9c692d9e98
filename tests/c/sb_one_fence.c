// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// Store buffering with one fence of the two that are needed.
#include <assert.h>
#include <pthread.h>

int x, y, r0, r1;

static void *left(void *argument)
{
    x = 1;
    __sync_synchronize();
    r0 = y;
    return argument;
}

static void *right(void *argument)
{
    y = 1;
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
    assert(r0 || r1);
    return 0;
}
