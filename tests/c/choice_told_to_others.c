// verdict: sc violation, tso violation, pso violation
// property: assertion
// A number of 2^32, chosen by one thread, compared by another and given back changed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
atomic_int x, told;
void *other(void *p)
{
    int seen = x;
    if (seen > 41 && seen < 1000)
        told = 1;
    return p;
}
int main(void)
{
    pthread_t t;
    int chosen = __VERIFIER_nondet_int();
    pthread_create(&t, 0, other, 0);
    x = chosen;
    pthread_join(t, 0);
    assert(!told || chosen - 1 != 41);
    return 0;
}
