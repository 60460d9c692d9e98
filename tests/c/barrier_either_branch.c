// verdict: sc safe, tso safe, pso safe
// The first wait stands in one of two branches, the second behind them.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
volatile int choice;
int x, y;

static void *first(void *argument)
{
    choice = 1;
    pthread_barrier_wait(&meeting);
    x = 1;
    pthread_barrier_wait(&meeting);
    assert(y == 1 || y == 2);
    return argument;
}

static void *second(void *argument)
{
    if (choice) {
        pthread_barrier_wait(&meeting);
        y = 1;
    } else {
        pthread_barrier_wait(&meeting);
        y = 2;
    }
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
    return 0;
}
