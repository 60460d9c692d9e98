// verdict: sc safe, tso safe, pso safe
// A barrier is destroyed and set up again for another number of threads.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int x, y;

static void *write_x(void *argument)
{
    x = x + 1;
    pthread_barrier_wait(&meeting);
    assert(x == 1);
    return argument;
}

static void *write_y(void *argument)
{
    y = 1;
    pthread_barrier_wait(&meeting);
    assert(x == 1 && y == 1);
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_barrier_init(&meeting, 0, 1);
    pthread_create(&a, 0, write_x, 0);
    pthread_join(a, 0);
    pthread_barrier_destroy(&meeting);
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&b, 0, write_y, 0);
    pthread_create(&c, 0, write_y, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    pthread_barrier_destroy(&meeting);
    return 0;
}
