// sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *one(void *u) { x++; return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    int old = atomic_load(&x), first = old;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
    assert(old == first);
    pthread_join(a, 0);
    return 0;
}
