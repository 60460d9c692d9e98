// verdict: sc safe, tso safe, pso safe
// gcc: no
// A thread that waits for what never comes counts itself in and out; another one could notice that for ever. Neither
// loop says by constants how often it runs: the counting goes on only if somebody notices.
#include <assert.h>
#include <pthread.h>

int x, y, z;

static int try(int *p, int v)
{
    int seen = __atomic_load_n(p, __ATOMIC_RELAXED);
    if (seen != v)
        return 0;
    *p = v + 1;
    return 1;
}

static void *count(void *argument)
{
    while (z != 1) {
        __atomic_fetch_add(&x, 1, __ATOMIC_RELAXED);
        __atomic_fetch_sub(&x, 1, __ATOMIC_RELAXED);
    }
    for (int e = 0; !__atomic_compare_exchange_n(&z, &e, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);)
        e = 0;
    z = 0;
    return argument;
}

static void *wait(void *argument)
{
    while (!try(&x, 2))
        ;
    y = 1;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, wait, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(z != 0);
    return 0;
}
