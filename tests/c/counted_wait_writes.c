// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Each round tells the other thread that it has been.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int flag;
static int data;

static void *left(void *unused)
{
    assert(atomic_load(&flag) != 3);
    return unused;
}

static void *right(void *unused)
{
    for (int i = 0; i < 4; i++) {
        if (data)
            break;
        atomic_fetch_add(&flag, 1);
    }
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
