// verdict: sc safe, tso safe, pso safe
// gcc: no, the first thread waits for good where the second comes too early
// A thread waits only if the other has announced itself; either both meet or nobody goes on.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
volatile int announced;
int x;

static void *first(void *argument)
{
    x = 1;
    announced = 1;
    pthread_barrier_wait(&meeting);
    return argument;
}

static void *second(void *argument)
{
    if (announced) {
        pthread_barrier_wait(&meeting);
        assert(x == 1);
    }
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
    return 0;
}
