// verdict: sc safe, tso safe, pso safe
// A thread that ends itself from inside a call; its value reaches the join.
#include <assert.h>
#include <pthread.h>

static int after;

static void leave(int value)
{
    if (value > 1)
        pthread_exit((void *)(long)value);
    after++;
}

static void *run(void *argument)
{
    leave(1);
    leave(7);
    after = 100;
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result = 0;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, &result);
    assert(result == (void *)7 && after == 1);
    return 0;
}
