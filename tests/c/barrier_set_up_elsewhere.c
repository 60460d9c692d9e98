// verdict: sc safe, tso safe, pso safe
// A thread sets the barrier up that others use when it has been joined.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int x;

static void *set_up(void *argument)
{
    pthread_barrier_init(&meeting, 0, 2);
    return argument;
}

static void *first(void *argument)
{
    x = 1;
    pthread_barrier_wait(&meeting);
    return argument;
}

static void *second(void *argument)
{
    pthread_barrier_wait(&meeting);
    assert(x == 1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, set_up, 0);
    pthread_join(a, 0);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
