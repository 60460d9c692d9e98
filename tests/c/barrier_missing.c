// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// One thread reads before it waits.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int x, seen;

static void *first(void *argument)
{
    x = 1;
    pthread_barrier_wait(&meeting);
    return argument;
}

static void *second(void *argument)
{
    seen = x;
    pthread_barrier_wait(&meeting);
    assert(seen == 1);
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
