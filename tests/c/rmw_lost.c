// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// A load and a store, each atomic, are not one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *run(void *argument)
{
    x = x + 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
