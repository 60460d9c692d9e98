// verdict: sc safe, tso safe, pso safe
// A thread destroys the barrier as soon as it has left it.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int x;

static void *run(void *argument)
{
    x = 1;
    pthread_barrier_wait(&meeting);
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&a, 0, run, 0);
    pthread_barrier_wait(&meeting);
    pthread_barrier_destroy(&meeting);
    assert(x == 1);
    return 0;
}
