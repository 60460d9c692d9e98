// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe
// The wait counts upwards to what its caller says, looks by a function, and tells whether it came to an end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int flag;
static int data;

static bool is_there(atomic_int *where)
{
    return atomic_load_explicit(where, memory_order_acquire) == 1;
}

static bool wait(atomic_int *where, unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++)
        if (is_there(where))
            return true;
    return false;
}

static void *left(void *unused)
{
    data = 1;
    atomic_store(&flag, 1);
    return unused;
}

static void *right(void *unused)
{
    if (wait(&flag, 5000))
        assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, left, 0);
    pthread_create(&second, 0, right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
