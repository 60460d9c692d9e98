// verdict: sc safe, tso safe, pso safe
// The convention of verification suites: a function whose name begins with __VERIFIER_atomic_ runs in one step.
#include <assert.h>
#include <pthread.h>

int y;

static void __VERIFIER_atomic_add(int *p)
{
    *p = *p + 1;
}

static void *run(void *argument)
{
    __VERIFIER_atomic_add(&y);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(y == 2);
    return 0;
}
