// sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag;
void *one(void *u) { data = 1; atomic_store_explicit(&flag, 1, memory_order_release); return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    while (!atomic_load_explicit(&flag, memory_order_acquire))
        ;
    assert(data == 1);
    pthread_join(a, 0);
    return 0;
}
