// verdict: sc safe, tso safe, rc11 safe, arm8 safe
// Only one round can find the old stage and the new value, as the stage is set first: three do not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage, value;

static void *left(void *unused)
{
    atomic_store(&stage, 1);
    atomic_store(&value, 1);
    return unused;
}

static void *right(void *unused)
{
    int rounds = 3;
    for (; rounds > 0; rounds--) {
        if (atomic_load(&stage) != 0)
            return unused;
        if (atomic_load(&value) == 0)
            return unused;
    }
    assert(0);
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
