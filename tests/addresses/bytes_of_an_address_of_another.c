// unknown
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x[64];
union {
    _Atomic(int *) pointer;
    atomic_uint low;
} v;

static void *writer(void *unused)
{
    atomic_store(&v.pointer, x);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    assert(atomic_load(&v.low) != 0x1230);
    pthread_join(thread, NULL);
    return 0;
}
