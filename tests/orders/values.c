// Numbers that are stored, and that orders would have, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define atomic_put(at, value) __atomic_store_n(at, value, __ATOMIC_RELAXED)

static atomic_int data, flag, other = 1;

static void *writes(void *argument)
{
    atomic_store(&data, 5);
    atomic_put(&other, 0);
    atomic_store(&flag, 5);
    return argument;
}

static void *reads(void *argument)
{
    if (atomic_load_explicit(&flag, 2) == 5)
        assert(atomic_load(&data) == 5 && atomic_load_explicit(&other, 0) == 0);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, writes, 0);
    pthread_create(&second, 0, reads, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
