// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// A barrier does not order what stands behind it.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
volatile int x, y;
int r1, r2;

static void *first(void *argument)
{
    pthread_barrier_wait(&meeting);
    x = 1;
    r1 = y;
    return argument;
}

static void *second(void *argument)
{
    pthread_barrier_wait(&meeting);
    y = 1;
    r2 = x;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 + r2 > 0);
    return 0;
}
