// verdict: sc safe, tso safe, pso safe
// What is written before a barrier is seen behind it.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int x, y;

static void *first(void *argument)
{
    x = 1;
    pthread_barrier_wait(&meeting);
    assert(y == 1);
    return argument;
}

static void *second(void *argument)
{
    y = 1;
    pthread_barrier_wait(&meeting);
    assert(x == 1);
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
    pthread_barrier_destroy(&meeting);
    assert(x + y == 2);
    return 0;
}
