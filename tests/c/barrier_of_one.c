// verdict: sc safe, tso safe, pso safe
// A barrier for one thread holds nobody up and orders like a fence.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t one, other;
volatile int x, y;
int r1, r2;

static void *first(void *argument)
{
    x = 1;
    pthread_barrier_wait(&one);
    r1 = y;
    return argument;
}

static void *second(void *argument)
{
    y = 1;
    pthread_barrier_wait(&other);
    r2 = x;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&one, 0, 1);
    pthread_barrier_init(&other, 0, 1);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 + r2 > 0);
    return 0;
}
