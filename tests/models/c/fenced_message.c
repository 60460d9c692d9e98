// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// Message passing with a release store and an acquire load, and a value that the parent wrote.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
int data, base;
atomic_int flag;
void *t(void *a) { data = base + 1; atomic_store_explicit(&flag, 1, memory_order_release); return 0; }
int main(void)
{
    pthread_t h;
    base = 4;
    pthread_create(&h, 0, t, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire)) assert(data == 5);
    pthread_join(h, 0);
    return 0;
}
