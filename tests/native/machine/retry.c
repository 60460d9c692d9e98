// sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static int bump(void)
{
    int old = atomic_load(&x);
    while (!atomic_compare_exchange_weak(&x, &old, old + 1))
        ;
    return old;
}
void *one(void *u) { bump(); bump(); return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    bump();
    pthread_join(a, 0);
    assert(x == 3);
    return 0;
}
