// verdict: sc safe, tso safe, pso safe
// A number that a thread's argument carries: too many for the explorer, which says so and ends.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;
static void *takes(void *argument) { x = (int)(long)argument; return 0; }
int main(void)
{
    pthread_t t;
    int chosen = __VERIFIER_nondet_int();
    pthread_create(&t, 0, takes, (void *)(long)chosen);
    pthread_join(t, 0);
    assert(x == chosen);
    return 0;
}
