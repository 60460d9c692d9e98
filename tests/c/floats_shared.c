// verdict: sc safe, tso safe, pso safe
// Numbers that other threads write: few are possible, and what comes of each is known.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double balance = 1;
static _Atomic int count;

static void *halve(void *argument)
{
    double old = atomic_load(&balance);
    while (!atomic_compare_exchange_strong(&balance, &old, old * 0.5))
        ;
    count += 1;
    return 0;
}

static void *add(void *argument)
{
    double old = atomic_load(&balance);
    while (!atomic_compare_exchange_strong(&balance, &old, old + count))
        ;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, halve, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance == 0.5 || balance == 1.5);
    assert((int)(balance * 4) % 4 == 2);
    return 0;
}
