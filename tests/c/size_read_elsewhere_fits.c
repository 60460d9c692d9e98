// verdict: sc safe, tso safe, pso safe
// Whoever finds the object finds its size, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct block { int length; int data[2]; };
volatile int x;
struct block *_Atomic shared;

static void *user(void *unused)
{
    struct block *p = atomic_load(&shared);
    if (p && p->length == 2)
        p->data[1] = 1;
    return unused;
}

static void *maker(void *unused)
{
    int n = x ? 2 : 1;
    struct block *p = malloc(sizeof(int) * (n + 1));
    p->length = n;
    atomic_store(&shared, p);
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
