// verdict: sc safe, tso safe, pso safe
// A number of 2^32 that another thread has seen is the number that was chosen, whatever else is written there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
atomic_int x = 7;
void *other(void *p)
{
    int expected = 7;
    if (atomic_compare_exchange_strong(&x, &expected, 9))
        return p;
    assert(expected != 12345);
    return p;
}
int main(void)
{
    pthread_t t;
    int chosen = __VERIFIER_nondet_int();
    pthread_create(&t, 0, other, 0);
    if (chosen != 12345)
        x = chosen;
    pthread_join(t, 0);
    int last = x;
    assert(last == chosen || last == 9 || (last == 7 && chosen == 12345));
    return 0;
}
