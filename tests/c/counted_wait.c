// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe
// A lock spins a thousand times, then yields, and so on: how often it spins matters to nobody.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <sched.h>

static atomic_int lock;
static int count;

static void take(void)
{
    while (atomic_exchange(&lock, 1)) {
        for (int left = 1000; left > 0; left--)
            if (!atomic_load(&lock))
                break;
        sched_yield();
    }
}

static void *left(void *unused)
{
    take();
    count++;
    atomic_store(&lock, 0);
    return unused;
}

static void *right(void *unused)
{
    take();
    count++;
    atomic_store(&lock, 0);
    take();
    assert(count <= 2);
    atomic_store(&lock, 0);
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
