// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Three threads wait where two meet: any of them may be left over.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int x;

static void *write(void *argument)
{
    x = 1;
    pthread_barrier_wait(&meeting);
    return argument;
}

static void *help(void *argument)
{
    pthread_barrier_wait(&meeting);
    return argument;
}

static void *read(void *argument)
{
    pthread_barrier_wait(&meeting);
    assert(x == 1);
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&a, 0, write, 0);
    pthread_create(&b, 0, help, 0);
    pthread_create(&c, 0, read, 0);
    return 0;
}
