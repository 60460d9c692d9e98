// verdict: sc safe, tso safe, pso safe
// What stands between atomic_begin and atomic_end is one step.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;

static void *run(void *argument)
{
    __VERIFIER_atomic_begin();
    x = x + 1;
    x = x + 1;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(x == 4);
    return 0;
}
