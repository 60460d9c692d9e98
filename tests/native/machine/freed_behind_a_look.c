// sc safe, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *top;
atomic_int uses, gone, seen;
void *one(void *u)
{
    atomic_store_explicit(&uses, 1, memory_order_relaxed);
    if (!atomic_load_explicit(&gone, memory_order_relaxed))
        seen = *top;
    return 0;
}
int main(void)
{
    pthread_t a;
    top = calloc(1, sizeof *top);
    pthread_create(&a, 0, one, 0);
    atomic_store(&gone, 1);
    if (!atomic_load_explicit(&uses, memory_order_relaxed))
        free(top);
    pthread_join(a, 0);
    return 0;
}
