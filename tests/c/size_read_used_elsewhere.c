// verdict: sc violation, tso violation, pso violation
// property: out of bounds
// The thread that runs out of the object is started before the one that makes it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

volatile int x;
int *_Atomic shared;

static void *user(void *unused)
{
    int *p = atomic_load(&shared);
    if (p)
        p[1] = 1;
    return unused;
}

static void *maker(void *unused)
{
    atomic_store(&shared, malloc(x ? 8 : 4));
    return unused;
}

int main(void)
{
    assert(1);
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, maker, 0);
    x = 1;
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
