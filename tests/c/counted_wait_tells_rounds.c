// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// How often the wait has looked is asked for afterwards, so that each number counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int flag;
static int data;

static void *left(void *unused)
{
    data = 1;
    atomic_store(&flag, 1);
    return unused;
}

static void *right(void *unused)
{
    int i;
    for (i = 0; i < 4; i++)
        if (atomic_load(&flag))
            break;
    assert(i != 3);
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
